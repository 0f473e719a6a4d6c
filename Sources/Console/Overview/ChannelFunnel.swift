internal import Pages
internal import Referrals

/// How many invites of each channel were opened, and led a player back to its referrer.
struct ChannelFunnel {
    let parts: [FunnelPart]

    func write(to writer: inout HTMLWriter, _ words: Words) {
        let titles: [Word] = [.channel, .invites, .opened, .anonymousFriends, .matchRate, .signUps]
        var table = Table("channels", titles.map { words[$0] }, empty: words[.noNumbers])
        table.rows = parts.map { part in
            let steps = part.steps
            return [
                part.name.map(Cell.foreign) ?? .text(words[.noChannel]), .number(steps.invites),
                .number(steps.opened), .number(steps.anonymous), .share(steps.anonymous, of: steps.opened),
                .number(steps.signedUp),
            ]
        }
        let filled = table
        writer.element("div", [.text("class", "measure")]) { writer in
            writer.element("h3", text: words[.channelFunnel])
            filled.write(to: &writer, words)
            writer.paragraph(words[.matchRateHint], class: "hint")
        }
    }
}
