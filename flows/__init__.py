"""When and in what order: the crawl, the nightly job, the schedule and the command line."""
