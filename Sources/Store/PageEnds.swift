/// Where a list's first page begins, for `coalesce` with the cursor that it lacks.
///
/// `$1 IS NULL OR uid < $1` can't be looked up in an index by a plan that serves both: each page would read
/// all that was on the pages before it. Nothing that is stored comes after these.
enum PageEnds {
    static let uuid = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid"
    static let firstUUID = "'00000000-0000-0000-0000-000000000000'::uuid"
    static let time = "'infinity'::timestamptz"
}
