/** Bot options of a queue in the wire format. */
import * as v from 'valibot'
import { AutomaticText, Id, list, text } from '../../platform/formats'

export const optionTypes = ['Texto', 'Atendente', 'Fila', 'Arquivo'] as const
export type OptionType = (typeof optionTypes)[number]
export const MOST_OPTIONS = 500
/** Maximum depth of the option tree. */
export const DEEPEST_OPTION = 10
export const OPTION_TITLE_LENGTH = 60

export const QueueOption = v.object({
  id: Id,
  queueId: Id,
  parentId: v.nullable(Id),
  /** The number a customer types for it: the position among its siblings, from 1. */
  option: v.number(),
  title: v.string(),
  message: v.string(),
  optionType: v.picklist(optionTypes),
  targetQueueId: v.nullable(Id),
  /** The target queue or user no longer exists. */
  isBroken: v.boolean(),
  targetUserId: v.nullable(Id),
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
})
export type QueueOption = v.InferOutput<typeof QueueOption>

/** An option and its children. */
export type OptionTree = QueueOption & { readonly children: OptionTree[] }
export const OptionTree: v.GenericSchema<OptionTree> = v.object({
  ...QueueOption.entries,
  children: v.array(v.lazy(() => OptionTree)),
})

const Title = v.pipe(
  text(OPTION_TITLE_LENGTH),
  v.trim(),
  v.minLength(1, 'form.required'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)
const optionFields = {
  title: Title,
  message: AutomaticText,
  optionType: v.picklist(optionTypes),
  targetQueueId: v.nullable(Id),
  targetUserId: v.nullable(Id),
}

/** `option` is the position among its siblings; last if absent. */
export const CreateOption = v.object({
  ...v.partial(v.object(optionFields), ['message', 'targetQueueId', 'targetUserId']).entries,
  queueId: Id,
  parentId: v.optional(v.nullable(Id)),
  option: v.optional(v.pipe(Id, v.maxValue(MOST_OPTIONS))),
})
export type CreateOption = v.InferOutput<typeof CreateOption>
export const UpdateOption = v.partial(v.omit(CreateOption, ['queueId']))
export type UpdateOption = v.InferOutput<typeof UpdateOption>

/** A new option has a negative id, which other options in the same body use as their parent. */
const NodeId = v.pipe(
  v.number('form.invalid'),
  v.integer('form.invalid'),
  v.minValue(-1_000_000, 'form.invalid'),
  v.notValue(0, 'form.invalid'),
)
export const SavedOption = v.object({ id: NodeId, parentId: v.nullable(NodeId), ...optionFields })
export type SavedOption = v.InferOutput<typeof SavedOption>

/** Body of `PUT /queue/{id}/options`: the whole tree, siblings in order. Options left out are deleted. */
export const SaveOptions = v.object({ options: list(SavedOption, { most: MOST_OPTIONS }) })
/** The response, in the order of the body. */
export const SavedOptions = v.object({ options: v.array(QueueOption) })
