/** The option tree of a queue: positions and validation. Pure. */
import { fail } from '../../errors'
import { queueErrors } from '../errors'
import { DEEPEST_OPTION, MOST_OPTIONS, type OptionTree, type QueueOption, type SavedOption } from './contract'

type Node = { readonly id: number; readonly parentId: number | null }

/** Groups options by parent, in order. */
export function childrenOf<T extends Node>(options: readonly T[]): (parentId: number | null) => readonly T[] {
  const found = Map.groupBy(options, ({ parentId }) => parentId)
  return (parentId) => found.get(parentId) ?? []
}

/** The tree below `parentId`, or all of it. */
export function treeOf(options: readonly QueueOption[], parentId: number | null): OptionTree[] {
  const below = childrenOf(options)
  const grow = (id: number | null): OptionTree[] => below(id).map((one) => ({ ...one, children: grow(one.id) }))
  return grow(parentId)
}

/** The option and all its descendants. */
export function branchOf(options: readonly Node[], id: number): Set<number> {
  const below = childrenOf(options)
  const branch = new Set([id])
  for (const one of branch) for (const child of below(one)) branch.add(child.id)
  return branch
}

/**
 * `stored`: the option before the change. A target that has been deleted since may stay: the option is shown as broken.
 */
type TreeContext = {
  stored(id: number): Pick<SavedOption, 'optionType' | 'targetQueueId' | 'targetUserId'> | undefined
  hasQueue(id: number): boolean
  hasUser(id: number): boolean
}

/** Fails with the field of the first invalid option. Returns the options with parents before children. */
export function requireTree(options: readonly SavedOption[], known: TreeContext): SavedOption[] {
  if (options.length > MOST_OPTIONS) fail(queueErrors.ERR_QUEUE_OPTION_LIMIT)
  const ids = new Set(options.map(({ id }) => id))
  if (ids.size < options.length) fail('ERR_INVALID_INPUT', [{ field: 'options', message: 'form.invalid' }])
  for (const [at, option] of options.entries()) {
    if (option.id > 0 && !known.stored(option.id))
      fail(queueErrors.ERR_NO_QUEUE_OPTION_FOUND, [{ field: `options.${at}.id`, message: option.title }])
    if (option.parentId !== null && !ids.has(option.parentId))
      fail(queueErrors.ERR_QUEUE_OPTION_PLACE, [{ field: `options.${at}.parentId`, message: option.title }])
    const missing = missingOf(option, known)
    if (missing)
      fail(queueErrors.ERR_QUEUE_OPTION_INCOMPLETE, [{ field: `options.${at}.${missing}`, message: option.title }])
  }
  return fromRootsOn(options)
}

function missingOf(option: SavedOption, { stored, hasQueue, hasUser }: TreeContext): string | undefined {
  const { id, optionType, message, targetQueueId, targetUserId } = option
  const before = stored(id)
  if (optionType !== 'Arquivo' && message.trim() === '') return 'message'
  if (optionType === 'Fila') {
    const isAsItWas = before?.optionType === 'Fila' && before.targetQueueId === targetQueueId
    if (!isAsItWas && (targetQueueId === null || !hasQueue(targetQueueId))) return 'targetQueueId'
  }
  if (optionType === 'Atendente' && targetUserId !== null && before?.targetUserId !== targetUserId)
    return hasUser(targetUserId) ? undefined : 'targetUserId'
  return undefined
}

/** An option that is not reached from a root is part of a cycle. */
function fromRootsOn(options: readonly SavedOption[]): SavedOption[] {
  const below = childrenOf(options)
  const ordered: SavedOption[] = []
  let level = below(null)
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST_OPTION) refusePlace(options, level[0])
    ordered.push(...level)
    level = level.flatMap(({ id }) => below(id))
  }
  const placed = new Set(ordered.map(({ id }) => id))
  const lost = options.find(({ id }) => !placed.has(id))
  if (lost) refusePlace(options, lost)
  return ordered
}

const refusePlace = (options: readonly SavedOption[], option: SavedOption | undefined): never =>
  fail(queueErrors.ERR_QUEUE_OPTION_PLACE, [
    {
      field: `options.${options.findIndex(({ id }) => id === option?.id)}.parentId`,
      message: option?.title ?? '',
    },
  ])
