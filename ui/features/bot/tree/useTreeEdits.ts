import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { toggled } from '../../../shared/form/toggled'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import {
  added,
  digitsOf,
  endOf,
  isBlank,
  type MoveDirection,
  moved,
  type OptionRow,
  type Outline,
  parentAt,
  removed,
} from './outline'
import { greetingOf, rowsOf, type Template } from './templates'

export type EditedTree = {
  rows: Outline
  onChange(rows: Outline): void
  greeting: string
  onGreeting(text: string): void
  /** The row being edited. */
  editing: number | null
  onEdit(id: number | null): void
}

const moves: Readonly<Record<string, MoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** Everything that buttons, fields and keys do to the tree; says aloud where a moved row stands. */
export function useTreeEdits(tree: EditedTree, list: RefObject<HTMLElement | null>) {
  const { rows, onChange, greeting, onGreeting, editing, onEdit } = tree
  const t = useText()
  const [folded, setFolded] = useState<readonly number[]>([])
  const [said, setSaid] = useState('')
  /** The edited row as it was; null for a new one. */
  const [before, setBefore] = useState<OptionRow | null>(null)
  const focus = useFocusOn(list)
  const hidden = hiddenRows(rows, folded)

  const edit = (row: OptionRow | null) => {
    setBefore(row)
    onEdit(row?.id ?? null)
  }
  const add = (parent: number) => {
    const { rows: next, id } = added(rows, parent)
    const above = rows[parent]
    if (above) setFolded(folded.filter((one) => one !== above.id))
    onChange(next)
    setBefore(null)
    onEdit(id)
  }
  const use = (template: Template) => {
    onChange([...rows, ...rowsOf(template, t, rows)])
    if (greeting.trim() === '') onGreeting(greetingOf(template, t))
  }
  const remove = (at: number) => {
    const next = rows[endOf(rows, at)] ?? rows[at - 1]
    if (rows[at]?.id === editing) edit(null)
    onChange(removed(rows, at))
    focus(next?.id ?? null)
    toast.undo(t('bot.tree.removed', { title: rows[at]?.title ?? '' }), () => {
      onChange(rows)
      focus(rows[at]?.id ?? null)
    })
  }
  const announce = (next: Outline, id: number) => {
    const at = next.findIndex((row) => row.id === id)
    const above = next[parentAt(next, at)]
    const option = digitsOf(next)[at] ?? 0
    const title = next[at]?.title ?? ''
    setSaid(
      above ? t('bot.tree.nowBelow', { title, option, above: above.title }) : t('bot.tree.now', { title, option }),
    )
  }
  const move = (at: number, how: MoveDirection) => {
    const id = rows[at]?.id
    const next = moved(rows, at, how)
    if (id === undefined || next === rows) return
    onChange(next)
    const now = next.findIndex((row) => row.id === id)
    const above = next[parentAt(next, now)]
    if (above) setFolded(folded.filter((one) => one !== above.id))
    announce(next, id)
    focus(id)
  }
  const onKeys = (at: number) => (event: KeyboardEvent) => {
    const how = event.altKey && moves[event.key]
    const row = rows[at]
    if (how) move(at, how)
    else if (event.key === 'Enter' && row) edit(row)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      let next = at + step
      while (rows[next] && hidden.has(rows[next]?.id ?? 0)) next += step
      focus(rows[next]?.id ?? null)
    } else return
    event.preventDefault()
  }
  const done = (id: number) => {
    edit(null)
    focus(id)
  }
  /** A new one is removed; an existing one is restored. */
  const cancel = (id: number) => {
    const at = rows.findIndex((row) => row.id === id)
    if (!before) return remove(at)
    onChange(rows.map((row) => (row.id === id ? { ...before, level: row.level } : row)))
    done(id)
  }
  /** Escape discards nothing typed into a new one. */
  const leave = (row: OptionRow) => (before || isBlank(row) ? cancel(row.id) : done(row.id))
  const change = (changed: OptionRow) =>
    onChange(rows.map((one) => (one.id === changed.id ? { ...changed, level: one.level } : one)))
  return {
    folded,
    fold: (id: number) => setFolded(toggled(folded, id)),
    hidden,
    said,
    announce,
    edit,
    add,
    use,
    remove,
    change,
    done,
    cancel,
    leave,
    onKeys,
  }
}

function hiddenRows(rows: Outline, folded: readonly number[]): ReadonlySet<number> {
  const hidden = new Set<number>()
  for (const [at, { id }] of rows.entries())
    if (folded.includes(id)) for (const { id: below } of rows.slice(at + 1, endOf(rows, at))) hidden.add(below)
  return hidden
}

/** Moving a row in the DOM loses the focus: it is restored once the row is in place. */
function useFocusOn(list: RefObject<HTMLElement | null>): (id: number | null) => void {
  const wanted = useRef<number | null>(null)
  const [, again] = useState(0)
  useEffect(() => {
    if (wanted.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-grip="${wanted.current}"]`)?.focus()
    wanted.current = null
  })
  return (id) => {
    wanted.current = id
    again((n) => n + 1)
  }
}
