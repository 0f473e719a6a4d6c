internal import Basics
internal import Batching
internal import Forms
internal import HTTP
internal import Reporting
internal import Service
internal import Values

/// A whole table as a file, as one snapshot of the database has it, sent while it is read.
struct ExportDownload {
    static let path = "/admin/exports/download"

    private let subject: ExportSubject
    private let format: ExportFormat
    private let from: Timestamp?
    private let until: Timestamp?

    init(_ visit: Visit) throws(Problem) {
        guard let subject = visit.item("what").flatMap(ExportSubject.init(rawValue:)),
            let format = visit.item("format").flatMap(ExportFormat.init(rawValue:))
        else { throw .notFound }
        (self.subject, self.format) = (subject, format)
        from = try Self.day("from", visit)
        until = try Self.day("until", visit)
    }

    /// The start of a day, in the programme's time zone.
    private static func day(_ name: String, _ visit: Visit) throws(Problem) -> Timestamp? {
        guard let text = visit.item(name) else { return nil }
        guard let time = LocalTime.start(ofDay: text, in: visit.words.zone) else { throw .notFound }
        return time
    }

    func send(_ visit: Visit, through pieces: ResponsePieces) async throws(Problem) {
        let exports = visit.services.exports
        guard exports.take() else {
            throw Problem(
                of: .tooManyRequests, detail: visit.words[.exportUnderWay],
                headers: [ResponseHeader(.retryAfter, "5")])
        }
        let columns = subject.columns
        do throws(InfrastructureError) {
            try await exports.export(subject, from: from, until: until) { rows in
                let lines = format.lines(rows, columns)
                guard !pieces.hasBegun else { return await pieces.send(lines) }
                return pieces.begin(head(columns), isBulk: true) ? await pieces.send(lines) : false
            }
        } catch {
            guard pieces.hasBegun else { throw error == .unavailable ? .unavailable : .internalError }
            pieces.breakOff()
        }
    }

    private func head(_ columns: [String]) -> Response {
        let name = "shipmate-\(subject.rawValue)-UTC.\(format.rawValue)"
        let mark = format == .csv ? CSVLine.byteOrderMark : []
        return Response(
            status: 200, contentType: format.contentType, body: mark + format.head(columns),
            headers: [
                ResponseHeader(.contentDisposition, "attachment; filename=\"\(name)\""),
                ResponseHeader(.cacheControl, "no-store"),
            ])
    }
}
