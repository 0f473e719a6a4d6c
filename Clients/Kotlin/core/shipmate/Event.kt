package shipmate

/** What a player did. */
public sealed class Event(internal val fields: Map<String, Any?>) {
    /** Sets the level, 1 to 1,000,000. */
    public class LevelReached(level: Int) : Event(mapOf("type" to "level_reached", "level" to level))

    /** Records a task, such as `tutorial_completed`: `a-z`, `0-9` and `_`. */
    public class MilestoneReached(milestone: String) :
        Event(mapOf("type" to "milestone_reached", "milestone" to milestone))

    /** Adds [by] (1 to 10^9) to a counter such as `races_won`. */
    public class CounterIncremented(counter: String, by: Int = 1) :
        Event(mapOf("type" to "counter_incremented", "counter" to counter, "by" to by))

    /** An event of a type that is newer than this library. */
    public class Other(fields: Map<String, Any?>) : Event(fields)
}
