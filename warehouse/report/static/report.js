// Makes the tables searchable and sortable. Without scripts they are plain tables that hold every row.
"use strict";
import(window.deckcensusTables).then(({ default: DataTable }) => {
  const paged = [];
  for (const table of document.querySelectorAll("table.sortable")) {
    const rows = table.tBodies[0].rows.length;
    const page = Number(table.dataset.page);
    const widget = new DataTable(table, {
      order: [], // as the page gives them
      autoWidth: false,
      paging: page > 0 && rows > page,
      pageLength: page || 10,
      lengthChange: false,
      searching: rows > 8,
      info: page > 0 && rows > page,
      language: { search: "Search:", info: "_START_ to _END_ of _TOTAL_", infoFiltered: "(of _MAX_)", infoEmpty: "none", zeroRecords: "nothing found" },
    });
    if (page > 0 && rows > page) paged.push([widget, page]);
  }
  // Paper has no next page to click for: it gets every row, and what is folded opened.
  const folded = [];
  addEventListener("beforeprint", () => {
    for (const [widget] of paged) widget.page.len(-1).draw();
    for (const details of document.querySelectorAll("details:not([open])")) {
      details.open = true;
      folded.push(details);
    }
  });
  addEventListener("afterprint", () => {
    for (const [widget, page] of paged) widget.page.len(page).draw();
    for (const details of folded.splice(0)) details.open = false;
  });
  document.documentElement.classList.add("has-tables");
});
