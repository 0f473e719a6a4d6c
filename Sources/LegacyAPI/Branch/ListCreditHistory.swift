internal import API
internal import Batching
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// Branch's `GET /v1/credithistory`: the ledger, by default newest first.
struct ListCreditHistory: Endpoint {
    struct Input: EndpointInput {
        let bucket: Currency?
        let after: UUID?
        let length: Int
        let isAscending: Bool

        static var parameters: [Parameter] {
            BranchCredits.parameters + [
                .query("bucket", .name, "Only this currency."),
                .query("begin_after_id", .uuid, "The id of the last entry of the previous page."),
                .query("length", .integer(1...200), "Default: 100."),
                .query("direction", .choice("asc", "desc"), "Default: `desc`, newest first."),
            ]
        }

        static func read(_ request: Request) throws(Problem) -> Input {
            let query = request.query
            let bucket = query["bucket"]
            return Input(
                bucket: bucket == nil ? nil : try BranchBucket.currency(bucket),
                after: try query["begin_after_id"].map { (text: String) throws(Problem) in try id(text) },
                length: try query["length"].map { (text: String) throws(Problem) in try length(text) } ?? 100,
                isAscending: try isAscending(query["direction"]))
        }

        private static func id(_ text: String) throws(Problem) -> UUID {
            guard let id = UUID(text: text) else {
                throw .field("/begin_after_id", .invalid, "Not a transaction's id.")
            }
            return id
        }

        private static func length(_ text: String) throws(Problem) -> Int {
            guard let length = Int(digits: text), (1...200).contains(length) else {
                throw .field("/length", .outOfRange, "A length is a number from 1 to 200.")
            }
            return length
        }

        private static func isAscending(_ text: String?) throws(Problem) -> Bool {
            switch text {
            case nil, "desc": return false
            case "asc": return true
            default: throw .field("/direction", .invalid, "A direction is asc or desc.")
            }
        }
    }

    struct Output: JSONOutput {
        let entries: [CreditTransactionView]

        static var schema: Schema {
            .named(
                "BranchCreditHistory",
                .array(of: CreditTransactionView.schema).means("A user's ledger, in Branch's form."))
        }

        func encode(to writer: inout JSONWriter) { writer.array(entries) }
    }

    let credits: BranchCredits
    let money: MoneyService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let user = try await credits.holder(call)
        let entries = try await mappingErrors { () throws(InfrastructureError) in
            try await money.history(
                of: user.uid, in: input.bucket, after: input.after, isAscending: input.isAscending,
                limit: input.length)
        }
        return Output(entries: entries.map { CreditTransactionView(entry: $0, user: user) })
    }
}

extension ListCreditHistory {
    var operation: Operation {
        Operation("listCreditHistory", .legacy, "Branch: list the credit history", BranchCredits.needs)
            .gives(
                "In Branch's form.",
                example: [
                    [
                        "transaction": [
                            "date": "2026-11-21T12:00:00.000Z",
                            "id": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                            "bucket": "default",
                            "type": 0,
                            "amount": 50,
                        ],
                        "event": ["name": "level-5", "metadata": .object([])],
                        "referrer": .null,
                        "referree": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7",
                    ]
                ])
    }
}
