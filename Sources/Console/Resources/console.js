// "/" goes to the search; j and k to the next and the former row, x chooses it; r and v press the buttons for that.
// Enter in a field of the form then goes to the button, and does not press it. Pages need none of it.
let pressed
addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === "Enter" && pressed && event.target.tagName === "INPUT" && event.target.form === pressed.form) {
        event.preventDefault()
        return pressed.focus()
    }
    if (/^(SELECT|TEXTAREA)$/.test(event.target.tagName)) return
    if (event.target.tagName === "INPUT" && event.target.type !== "checkbox") return
    const rows = [...document.querySelectorAll("tbody tr")].filter((row) => row.querySelector("a"))
    const now = rows.findIndex((row) => row.contains(document.activeElement))
    if (event.key === "/") {
        const search = document.getElementById("search")
        if (search) { event.preventDefault(); search.focus(); search.select() }
    }
    if (event.key === "j" || event.key === "k") {
        const next = rows[event.key === "j" ? now + 1 : Math.max(0, now - 1)]
        if (next) next.querySelector("a").focus()
    }
    if (event.key === "x" && now >= 0) rows[now].querySelector("[type=checkbox]")?.click()
    const button = document.querySelector(`button[data-key="${CSS.escape(event.key)}"]`)
    if (!button) return
    // The click may move the focus to a field without a reason, which must not get the letter.
    event.preventDefault()
    pressed = button
    button.click()
})
// A page of work that goes on loads again by itself.
addEventListener("DOMContentLoaded", () => {
    const waiting = document.querySelector("[data-reload]")
    if (waiting) setTimeout(() => location.reload(), Number(waiting.dataset.reload))
})
// A field of a rule says what is wrong with it half a second after the last key; a correction shows at once.
const wait = new WeakMap()
const check = (field) => {
    const note = document.getElementById(`${field.id}-wrong`)
    if (!note || !field.validity) return
    const kind = field.closest(".row")?.querySelector("[name=when_kind]")?.selectedOptions[0]
    let wrong = ""
    if (kind && field.name === "when_number" && kind.dataset.most) {
        const isInside = +field.value >= +kind.dataset.least && +field.value <= +kind.dataset.most
        if (!field.value || !isInside) wrong = kind.dataset.mistake
    }
    if (kind && field.name === "when_name" && "named" in kind.dataset && !field.value) wrong = field.dataset.mistake
    field.setCustomValidity(wrong)
    const isValid = field.validity.valid
    const show = () => {
        note.textContent = isValid ? "" : wrong || field.dataset.mistake || field.validationMessage
        field.setAttribute("aria-invalid", String(!isValid))
    }
    clearTimeout(wait.get(field))
    if (isValid) show()
    else wait.set(field, setTimeout(show, 500))
}
const weigh = (field) => {
    const isTooLarge = new Blob([field.value]).size > +field.dataset.bytes
    field.setCustomValidity(isTooLarge ? field.dataset.wrong : "")
}
addEventListener("input", (event) => {
    if (event.target.dataset.bytes) return weigh(event.target)
    check(event.target)
    if (event.target.name !== "when_kind") return
    event.target.closest(".row").querySelectorAll("input").forEach(check)
})
// A file fills the field that takes its text.
addEventListener("DOMContentLoaded", () => {
    for (const file of document.querySelectorAll("[data-fills]")) {
        const field = document.getElementById(file.dataset.fills)
        file.closest("[hidden]").hidden = false
        file.addEventListener("change", async () => {
            file.setCustomValidity("")
            if (!file.files[0]) return
            try {
                const bytes = await file.files[0].arrayBuffer()
                field.value = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
                weigh(field)
                field.reportValidity()
            } catch {
                file.setCustomValidity(file.dataset.wrong)
                file.reportValidity()
            }
        })
    }
})
