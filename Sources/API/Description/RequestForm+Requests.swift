internal import Forms
package import HTTP
package import JSON

extension RequestForm {
    /// The fields as a query has them.
    package var parameters: [Parameter] {
        properties.map { property in
            .query(
                property.name, property.schema.required, property.meaning,
                isRequired: !property.schema.isOptional)
        }
    }

    /// - Throws: all that is wrong, as one problem.
    package func read(_ fields: inout Fields) throws(Problem) -> Whole {
        let whole = readWithin(&fields)
        return try fields.finish(whole)
    }
}
