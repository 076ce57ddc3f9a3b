// Makes the tables searchable and sortable. Without scripts they are plain tables that hold every row.
"use strict";
import(window.deckcensusTables).then(({ default: DataTable }) => {
  for (const table of document.querySelectorAll("table.sortable")) {
    const rows = table.tBodies[0].rows.length;
    const page = Number(table.dataset.page);
    new DataTable(table, {
      order: [], // as the page gives them
      autoWidth: false,
      paging: page > 0 && rows > page,
      pageLength: page || 10,
      lengthChange: false,
      searching: rows > 8,
      info: page > 0 && rows > page,
      language: { search: "Search:", info: "_START_ to _END_ of _TOTAL_", infoFiltered: "(of _MAX_)", infoEmpty: "none", zeroRecords: "nothing found" },
    });
  }
  document.documentElement.classList.add("has-tables");
});
