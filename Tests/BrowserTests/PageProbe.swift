/// What is asked of a page in a browser; mostly an expression that gives what is wrong, as texts.
enum PageProbe {
    /// WCAG 2.2, 1.4.3: 4.5 to 1, of large letters 3 to 1.
    static let contrast = """
        (() => {
            const numbers = colour => colour.match(/[0-9.]+/g).map(Number)
            const linear = part => (part /= 255) <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4
            const light = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b)
            const behind = element => {
                for (; element; element = element.parentElement) {
                    const colour = numbers(getComputedStyle(element).backgroundColor)
                    if (colour[3] !== 0) return colour
                }
                return [255, 255, 255]
            }
            const faults = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
            while (texts.nextNode()) {
                const element = texts.currentNode.parentElement
                if (!texts.currentNode.data.trim() || !element.checkVisibility()) continue
                const style = getComputedStyle(element), size = parseFloat(style.fontSize)
                const [low, high] = [light(numbers(style.color)), light(behind(element))].sort((a, b) => a - b)
                const ratio = (high + .05) / (low + .05)
                const isLarge = size >= 24 || size >= 18.66 && style.fontWeight >= 700
                if (ratio < (isLarge ? 3 : 4.5)) faults.push(texts.currentNode.data + " " + ratio)
            }
            return faults
        })()
        """

    /// Links and pictures that say nothing to those who don't see them.
    static let names = """
        [...document.querySelectorAll("a, img, svg")].filter(element => element.tagName === "A"
            ? !element.textContent.trim()
            : element.tagName === "IMG" ? !element.hasAttribute("alt") : !element.getAttribute("aria-label"))
            .map(element => element.outerHTML)
        """

    /// One heading of the first level before all others, none that skips a level, one main part, a title.
    static let outline = """
        (() => {
            const levels = [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map(h => Number(h.tagName[1]))
            const faults = []
            if (levels[0] !== 1 || levels.filter(level => level === 1).length !== 1) faults.push("h1")
            if (levels.some((level, index) => index > 0 && level > levels[index - 1] + 1)) faults.push("order")
            if (document.querySelectorAll("main").length !== 1) faults.push("main")
            if (!document.title) faults.push("title")
            return faults
        })()
        """

    /// Words of which one part is on one line and one on the next.
    static let brokenWords = """
        (() => {
            const words = new Intl.Segmenter("ja", {granularity: "word"}), broken = []
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
            while (texts.nextNode()) {
                const node = texts.currentNode, element = node.parentElement
                if (!element.checkVisibility() || element.closest(".url,code,[lang=en]")) continue
                for (const {segment, index, isWordLike} of words.segment(node.data)) {
                    if (!isWordLike) continue
                    const range = document.createRange()
                    range.setStart(node, index)
                    range.setEnd(node, index + segment.length)
                    const lines = new Set([...range.getClientRects()].map(place => Math.round(place.top)))
                    if (lines.size > 1) broken.push(segment)
                }
            }
            return broken
        })()
        """

    /// Where all but the pictures stands.
    static let places = """
        [...document.body.querySelectorAll(":not(img)")].map(element => {
            const place = element.getBoundingClientRect()
            return [element.tagName, place.x, place.y, place.width, place.height].join(" ")
        })
        """

    /// Where all links are, in the order in which they are written.
    static let links = "[...document.links].filter(a => a.checkVisibility()).map(a => a.textContent)"
    /// The one that a key would follow, and whether it can be seen that it is.
    static let focused = """
        document.activeElement.tagName === "A" && getComputedStyle(document.activeElement).outlineStyle !== "none"
            ? document.activeElement.textContent : ""
        """
}
