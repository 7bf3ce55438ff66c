/** The operator's help videos, shared with the browser. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, text } from '../../platform/formats'

export const HELP_TITLE_LENGTH = 120
export const DESCRIPTION_LENGTH = 1000
export const MOST_HELPS = 200
const LONGEST = 24 * 60 * 60

/** The only address that a player is loaded from; it sets no cookies. */
export const PLAYER = 'https://www.youtube-nocookie.com'

const ADDRESS =
  /^(?:https?:\/\/)?(?:(?:www|m)\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/))([\w-]{11})(?![\w-])/i

/** The code of a video, also from its address; anything else is returned unchanged. */
export const codeOf = (typed: string): string => ADDRESS.exec(typed.trim())?.[1] ?? typed.trim()

/** An address or a code; only the code is stored. */
export const Video = v.pipe(
  text(300, 'form.invalid'),
  v.transform(codeOf),
  v.nonEmpty('form.required'),
  v.regex(/^[\w-]{11}$/, 'form.invalid'),
)

export const CreateHelp = v.object({
  title: v.pipe(
    text(2 * HELP_TITLE_LENGTH),
    v.trim(),
    v.nonEmpty('form.required'),
    v.maxLength(HELP_TITLE_LENGTH, 'form.text.long'),
  ),
  description: v.optional(v.pipe(text(DESCRIPTION_LENGTH), v.trim())),
  video: Video,
  /** Duration as the operator typed it: YouTube is not requested. */
  seconds: v.optional(
    v.nullable(
      v.pipe(
        v.number('form.invalid'),
        v.integer('form.invalid'),
        v.minValue(1, 'form.invalid'),
        v.maxValue(LONGEST, 'form.invalid'),
      ),
    ),
  ),
})
export type CreateHelp = v.InferOutput<typeof CreateHelp>
export const UpdateHelp = v.partial(CreateHelp)
export type UpdateHelp = v.InferOutput<typeof UpdateHelp>

export const Help = v.object({
  id: Id,
  title: v.string(),
  description: v.string(),
  video: v.string(),
  seconds: v.nullable(v.number()),
  position: v.number(),
  updatedAt: Instant,
})
export type Help = v.InferOutput<typeof Help>

/** Videos not listed follow in their current order. */
export const HelpOrder = v.object({ ids: list(Id, { least: 1, most: MOST_HELPS }) })

const helpNo = (id: number): Subject => `help ${id}`

export const helpCreated = defineEvent('help.create', v.object({ record: Help }), {
  about: ({ record: { id } }) => [helpNo(id)],
})
export const helpUpdated = defineEvent('help.update', v.object({ record: Help }), {
  about: ({ record: { id } }) => [helpNo(id)],
})
export const helpDeleted = defineEvent('help.delete', v.object({ id: Id }), { takesBack: ({ id }) => helpNo(id) })
