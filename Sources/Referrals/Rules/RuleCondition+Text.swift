// Conditions as they are kept and audited: `highest_level>=5`, `counter:races_won>=10`, `milestone=ship`.

extension RuleCondition {
    /// Nil for an invalid `text`.
    package init?(_ text: String) {
        for parts in Parts.readings(of: text) {
            guard let condition = RuleCondition(parts) else { continue }
            self = condition
            return
        }
        return nil
    }

    package var text: String {
        switch parts {
        case .state(let name): name
        case .member(let name, let member): "\(name)=\(member)"
        case .number(let name, let number): "\(name)=\(number)"
        case .fact(let name, let least): "\(name)>=\(least)"
        case .count(let name, let counted, let least): "\(name):\(counted)>=\(least)"
        }
    }
}

extension RuleCondition.Parts {
    /// All that a text can be; at most one of them is a condition.
    fileprivate static func readings(of text: String) -> [RuleCondition.Parts] {
        guard let place = text.firstIndex(where: { ">=".contains($0) }) else { return [.state(text)] }
        let name = String(text[..<place])
        let value = String(text[place...].drop { ">=".contains($0) })
        guard let number = Int64(value) else { return [.member(name, of: value)] }
        guard let colon = name.firstIndex(of: ":") else {
            return [.fact(name, atLeast: number), .number(name, number), .member(name, of: value)]
        }
        let counted = String(name[name.index(after: colon)...])
        return [.count(String(name[..<colon]), of: counted, atLeast: number)]
    }
}
