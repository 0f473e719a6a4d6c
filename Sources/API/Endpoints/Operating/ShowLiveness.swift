internal import HTTP
internal import JSON

/// Answers while the process serves.
struct ShowLiveness: Endpoint {
    func respond(to input: NoInput, on call: Call) -> Response { Self.live }

    static var live: Response { .json { writer in writer.object { $0.member("status", "live") } } }
}

extension ShowLiveness {
    var operation: Operation {
        Operation("showLiveness", .operating, "Check that the process serves")
            .gives("The process serves.", as: .json(.health), example: ["status": "live"])
    }
}

extension Schema {
    static var health: Schema {
        .object(
            "Health", means: "The state of the process.",
            [
                "status": .openChoice("live", "ready").means("`live` or `ready`."),
                "warnings": .array(of: .string(upTo: 1024)).means(
                    "What an operator should check, in words; absent if there is nothing."
                ).optional,
            ])
    }
}
