import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { copyOf, pasteInto, removeNodes } from './copies'
import type { Spot } from './edit'
import type { Draft } from './useDraft'

type Parts = {
  draft: Draft
  chosen: string | null
  picked: ReadonlySet<string>
  pick(ids: ReadonlySet<string>): void
  go(id: string): void
}

/** What was copied last in this window, where the browser keeps its clipboard to itself. */
let lastCopied = ''

/** Acts on all marked nodes and the chosen one. */
export function useSeveral({ draft, chosen, picked, pick, go }: Parts) {
  const t = useText()
  const { flow, change } = draft
  const ids = [...new Set([...picked, ...(chosen === null ? [] : [chosen])])].filter(
    (id) => flow.nodes[id] && id !== flow.start,
  )
  /** The text; undefined if there is nothing to copy. */
  const copy = (): string | undefined => {
    const text = copyOf(flow, ids)
    if (text === undefined) return undefined
    lastCopied = text
    toast.success(t('flows.several.copied', { count: ids.length }))
    return text
  }
  const paste = (text: string, at?: Spot) => {
    const pasted = pasteInto(flow, text, at)
    if (pasted === 'notBlocks') return void toast.error(t('flows.several.notBlocks'))
    if (pasted === 'tooMany') return void toast.error(t('flows.several.tooMany'))
    change(pasted.flow)
    const [first] = pasted.ids
    if (first !== undefined) go(first)
    pick(new Set(pasted.ids))
  }
  return {
    ids,
    copy,
    copyToClipboard() {
      const text = copy()
      if (text !== undefined) void navigator.clipboard?.writeText(text).catch(() => undefined)
    },
    paste,
    async pasteFromClipboard() {
      // Refused, or not offered without a certificate: then what this window has copied.
      const text = await navigator.clipboard?.readText?.().catch(() => lastCopied)
      paste(text ?? lastCopied)
    },
    duplicate() {
      const text = copyOf(flow, ids)
      if (text !== undefined) paste(text)
    },
    remove() {
      change(removeNodes(flow, ids))
      go(flow.start)
      toast.offer(t('flows.several.removed', { count: ids.length }), draft.undo)
    },
    pickAll: () => pick(new Set(Object.keys(flow.nodes).filter((id) => id !== flow.start))),
    toggle(id: string) {
      const rest = [...picked].filter((one) => one !== id)
      pick(new Set(picked.has(id) ? rest : [...rest, id]))
    },
  }
}
export type Several = ReturnType<typeof useSeveral>
