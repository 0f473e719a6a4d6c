internal import Basics
internal import Pages
internal import QRCodes
internal import Values

extension HTMLWriter {
    mutating func link(_ text: String, to path: String, class style: String? = nil, isCurrent: Bool = false) {
        let marks: [HTMLAttribute] =
            (style.map { [.text("class", $0)] } ?? []) + (isCurrent ? [.text("aria-current", "page")] : [])
        element("a", [.url("href", PageURL(path: path))] + marks, text: text)
    }

    mutating func paragraph(_ text: String, class style: String? = nil) {
        element("p", style.map { [.text("class", $0)] } ?? [], text: text)
    }

    /// A button that posts a form of the session.
    mutating func action(
        _ path: String, _ label: String, _ formToken: String, _ fields: [(name: String, value: String)] = []
    ) {
        actingForm(path, formToken) { writer in
            for field in fields { writer.hidden(field.name, field.value) }
            writer.submit(label)
        }
    }

    /// A labelled field of a form.
    mutating func field(_ label: String, _ attributes: [HTMLAttribute]) {
        element("label") { writer in
            writer.element("span", text: label)
            writer.open("input", attributes)
        }
    }

    /// A box with its label behind it.
    mutating func box(_ name: String, _ value: String, _ label: String, isOn: Bool) {
        element("label", [.text("class", "box")]) { writer in
            writer.open(
                "input",
                [.text("type", "checkbox"), .text("name", name), .text("value", value)]
                    + (isOn ? [.text("checked", "")] : []))
            writer.text(" \(label)")
        }
    }

    /// A labelled field for several lines.
    mutating func lines(_ label: String, _ attributes: [HTMLAttribute], text: String = "") {
        element("label", [.text("class", "wide")]) { writer in
            writer.element("span", text: label)
            writer.element("textarea", attributes, text: text)
        }
    }

    /// A choice of a form, which a filter keeps.
    mutating func choice(
        _ label: String, name: String, _ options: [(value: String, label: String)], chosen: String?
    ) {
        element("label") { writer in
            writer.element("span", text: label)
            writer.element("select", [.text("name", name)]) { writer in
                for option in options {
                    let mark: [HTMLAttribute] = option.value == chosen ? [.text("selected", "")] : []
                    writer.element("option", [.text("value", option.value)] + mark, text: option.label)
                }
            }
        }
    }

    /// A part of a page with a heading.
    mutating func section(_ title: String, _ content: (inout HTMLWriter) -> Void) {
        element("section") { writer in
            writer.element("h2", text: title)
            content(&writer)
        }
    }

    /// Names with values.
    mutating func facts(_ facts: [(name: String, cell: Cell)], _ words: Words) {
        element("dl") { writer in
            for fact in facts {
                writer.element("div") { writer in
                    writer.element("dt", text: fact.name)
                    writer.element("dd") { fact.cell.write(to: &$0, words) }
                }
            }
        }
    }

    /// Black on white, which is what cameras read.
    mutating func figure(qrCode text: String, _ label: String) {
        guard let code = QRCode(text) else { return }
        let side = code.sideWithMargin
        element("figure", [.text("class", "qr")]) { writer in
            writer.element(
                "svg",
                [
                    .text("viewBox", "0 0 \(side) \(side)"), .text("role", "img"),
                    .text("aria-label", label), .text("shape-rendering", "crispEdges"),
                ]
            ) { writer in
                writer.element("path", [.text("stroke", "#000"), .text("d", code.path)]) { _ in }
            }
        }
    }
}

extension HTMLWriter {
    /// Fields by which a list is narrowed; they stay in the page's address.
    mutating func filter(_ path: String, _ words: Words, _ fields: (inout HTMLWriter) -> Void) {
        readingForm(path, class: "filter") { writer in
            fields(&writer)
            writer.submit(words[.show])
        }
    }
}
