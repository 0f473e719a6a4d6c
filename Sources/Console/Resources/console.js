// "/" goes to the search, j and k to the next and the former row of the table. Pages need none of it.
addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return
    if (event.key === "/") {
        const search = document.getElementById("search")
        if (search) { event.preventDefault(); search.focus(); search.select() }
    }
    if (event.key === "j" || event.key === "k") {
        const links = [...document.querySelectorAll("tbody tr")].map((row) => row.querySelector("a")).filter(Boolean)
        const now = links.indexOf(document.activeElement)
        const next = links[event.key === "j" ? now + 1 : Math.max(0, now - 1)]
        if (next) next.focus()
    }
})
