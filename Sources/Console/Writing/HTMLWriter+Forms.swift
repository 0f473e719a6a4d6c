internal import Pages

/// The POST forms that Enter in a field sends: they let an operator in, and change nothing in the programme.
enum EntryForm: String, CaseIterable {
    case signIn = "/admin/sign-in"
    case invitation = "/admin/invitation"
}

/// All forms of the console, so that the effect of Enter is decided here alone.
extension HTMLWriter {
    /// A form that acts, bound to the session. Only its own buttons send it: by a click, or by a key on them.
    mutating func actingForm(
        _ path: String, _ formToken: String, class style: String? = nil,
        _ content: (inout HTMLWriter) -> Void
    ) {
        form("post", path, style) { writer in
            writer.inertButton()
            writer.hidden("form_token", formToken)
            content(&writer)
        }
    }

    /// A form that only reads; Enter in a field sends it.
    mutating func readingForm(
        _ path: String, class style: String? = nil, role: String? = nil,
        _ content: (inout HTMLWriter) -> Void
    ) {
        form("get", path, style, role.map { [.text("role", $0)] } ?? [], content)
    }

    /// The way in; Enter in a field sends it.
    mutating func entryForm(_ form: EntryForm, _ content: (inout HTMLWriter) -> Void) {
        self.form("post", form.rawValue, nil, [], content)
    }

    /// A button that sends its form.
    mutating func submit(_ label: String, isPrimary: Bool = false, _ attributes: [HTMLAttribute] = []) {
        let style: [HTMLAttribute] = isPrimary ? [.text("class", "primary")] : []
        element("button", [.text("type", "submit")] + style + attributes, text: label)
    }

    private mutating func form(
        _ method: String, _ path: String, _ style: String?, _ attributes: [HTMLAttribute] = [],
        _ content: (inout HTMLWriter) -> Void
    ) {
        let style: [HTMLAttribute] = style.map { [.text("class", $0)] } ?? []
        element(
            "form",
            attributes + [.text("method", method)] + style + [.url("action", PageURL(path: path))], content)
    }

    /// Takes what Enter in a field presses: a form's first button. Outside of a dialog, the method `dialog`
    /// submits nothing. Source: HTML Standard, 4.10.22.2 and 4.10.22.3.
    ///
    /// It is not disabled: Chromium 156 then presses the next button from a checkbox or a time. It is out of
    /// sight by the stylesheet and not `hidden`: WebKit has passed over buttons that are not rendered.
    private mutating func inertButton() {
        element(
            "button",
            [
                .text("type", "submit"), .text("formmethod", "dialog"), .text("formnovalidate", ""),
                .text("tabindex", "-1"), .text("aria-hidden", "true"),
            ]
        ) { _ in }
    }
}
