/** What dragging adds to a page. Not dnd-kit's announcements, which are in English: the screens say themselves what moved. */
import { AutoScroller, Cursor, Feedback, PreventSelection } from '@dnd-kit/dom'

/** Without its scrolling, for pages that scroll by themselves. */
export const handPlugins = [Feedback, Cursor]
export const listPlugins = [...handPlugins, AutoScroller, PreventSelection]
