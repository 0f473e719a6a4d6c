extension Int64 {
    /// Held at the ends of 64 bits: a report must not fail for what was booked.
    package func addingHeld(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? -Int64.max : Int64.max) : sum
    }
}
