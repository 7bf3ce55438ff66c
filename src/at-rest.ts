/** What all chapters say of an installation or company at rest, also for who has no server: the operator's commands. */
import type { Chapter } from './chapter'
import { chapters } from './chapters'
import type { CarryOver } from './operator/backup/carry-over'
import type { Waiting } from './operator/contract'
import type { Cx } from './platform/cx'

const all: readonly Chapter[] = chapters

/** How much of a company leaves once it is activated. */
export const waitingIn = (cx: Pick<Cx, 'db' | 'tenant'>): Waiting =>
  Object.assign({}, ...all.map(({ waiting }) => waiting?.(cx)))

/** What a restored company takes from the database that it replaces. */
export const carriedOver: readonly CarryOver[] = all.flatMap(({ name, carriedOver }) =>
  carriedOver === undefined ? [] : [{ chapter: name, statements: carriedOver }],
)
