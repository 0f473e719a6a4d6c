internal import HTTP
internal import Pages

extension RuleFormFields {
    /// - Parameter control: given the attributes that tie it to its mistake.
    func field(
        _ label: String, _ name: String, _ row: Int, _ writer: inout HTMLWriter,
        _ control: (inout HTMLWriter, [HTMLAttribute]) -> Void
    ) {
        let (id, field) = ("\(name)-\(row)", RuleFormMistake.Field(name: name, row: row))
        var marks: [HTMLAttribute] = [.text("id", id), .text("aria-describedby", "\(id)-wrong")]
        if mistakes[field] != nil { marks.append(.text("aria-invalid", "true")) }
        if field == first { marks.append(.text("autofocus", "")) }
        writer.element("div", [.text("class", "field")]) { writer in
            writer.element("label") { writer in
                writer.element("span", text: label)
                control(&writer, marks)
            }
            writer.element(
                "p", [.text("class", "wrong"), .text("id", "\(id)-wrong")], text: mistakes[field] ?? "")
        }
    }

    /// - Parameter wrong: the text for what doesn't match the pattern, for the script.
    func text(
        _ label: String, _ name: String, _ row: Int, _ value: String, _ attributes: [HTMLAttribute],
        wrong: Word, _ writer: inout HTMLWriter
    ) {
        field(label, name, row, &writer) { writer, marks in
            writer.open(
                "input",
                [
                    .text("type", "text"), .text("name", name), .text("value", value),
                    .text("data-mistake", words[wrong]), .text("title", words[wrong]),
                ] + attributes + marks)
        }
    }

    func number(
        _ label: String, _ name: String, _ row: Int, _ value: String, _ wrong: Word,
        _ writer: inout HTMLWriter
    ) {
        text(
            label, name, row, value,
            [.text("inputmode", "numeric"), .text("pattern", "[0-9]{0,18}")], wrong: wrong, &writer)
    }

    func time(_ label: String, _ name: String, _ value: String, _ writer: inout HTMLWriter) {
        field(label, name, 0, &writer) { writer, marks in
            writer.open(
                "input",
                [
                    .text("type", "datetime-local"), .text("step", "any"), .text("name", name),
                    .text("value", value), .text("data-mistake", words[.timeWrong]),
                ] + marks)
        }
    }

    func choice(
        _ label: String, _ name: String, _ row: Int, _ options: [(value: String, label: String)],
        _ chosen: String, _ writer: inout HTMLWriter
    ) {
        field(label, name, row, &writer) { writer, marks in
            writer.element("select", [.text("name", name)] + marks) { writer in
                for option in options {
                    let mark: [HTMLAttribute] = option.value == chosen ? [.text("selected", "")] : []
                    writer.element("option", [.text("value", option.value)] + mark, text: option.label)
                }
            }
        }
    }
}

extension HTMLWriter {
    mutating func fieldset(_ title: String, _ content: (inout HTMLWriter) -> Void) {
        element("fieldset") { writer in
            writer.element("legend", text: title)
            content(&writer)
        }
    }

    /// Fields that belong together; the group's name tells its lines apart.
    mutating func row(_ name: String, _ content: (inout HTMLWriter) -> Void) {
        element(
            "div", [.text("class", "row"), .text("role", "group"), .text("aria-label", name)], content)
    }
}
