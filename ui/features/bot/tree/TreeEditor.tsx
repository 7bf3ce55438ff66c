import '../bot.css'
import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react'
import { ChevronDown, MessageCircleMore, Pencil, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { toggled } from '../../../shared/form/toggled'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { classes } from '../../../shared/kit/classes'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../../shared/kit/Menu'
import { toast } from '../../../shared/kit/toast'
import { VariableText } from '../../../shared/kit/VariableText'
import { type Drop, dropAt } from './drop'
import { OptionForm } from './OptionForm'
import {
  added,
  depthOf,
  digitsOf,
  endOf,
  isBlank,
  lift,
  type MoveDirection,
  mayAdd,
  moved,
  type OptionRow,
  type Outline,
  parentAt,
  place,
  type RowFault,
  removed,
} from './outline'
import { HeldRow, TreeRow } from './TreeRow'
import { greetingOf, rowsOf, type Template, templates } from './templates'

export type TreeNames = {
  readonly queues: readonly { readonly id: number; readonly name: string }[]
  readonly people: readonly { readonly id: number; readonly name: string }[]
  /** The queue's own name. */
  readonly ownName: string
}

type Props = {
  rows: Outline
  onChange(rows: Outline): void
  greeting: string
  /** The greeting's field. */
  greetingField: ReactNode
  onGreeting(text: string): void
  /** Content above the tree. */
  note: ReactNode
  names: TreeNames
  faults: ReadonlyMap<number, RowFault>
  /** The bot's current option; null is the top, undefined none. */
  here: number | null | undefined
  /** The row being edited. */
  editing: number | null
  onEdit(id: number | null): void
}

/** The options of a bot: moved by mouse or keys, edited in place. */
export function TreeEditor(props: Props) {
  const { rows, onChange, greeting, greetingField, onGreeting, note, names, faults, here, editing, onEdit } = props
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const [folded, setFolded] = useState<readonly number[]>([])
  const [held, setHeld] = useState<number | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const [said, say] = useState('')
  const [before, setBefore] = useState<OptionRow | null>(null)
  const [isGreeting, editGreeting] = useState(false)
  const focus = useFocusOn(list)
  const digits = digitsOf(rows)
  const hidden = hiddenRows(rows, folded)
  const heldAt = rows.findIndex(({ id }) => id === held)

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
    say(above ? t('bot.tree.nowBelow', { title, option, above: above.title }) : t('bot.tree.now', { title, option }))
  }
  const move = (at: number, how: MoveDirection) => {
    const id = rows[at]?.id
    const next = moved(rows, at, how)
    if (id === undefined || next === rows) return
    onChange(next)
    const above =
      next[
        parentAt(
          next,
          next.findIndex((row) => row.id === id),
        )
      ]
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
  const putDown = (isCanceled: boolean) => {
    if (!isCanceled && drop && heldAt >= 0) {
      const { branch, rest } = lift(rows, heldAt)
      const next = place(rest, branch, drop.to, drop.level)
      if (next && held !== null) {
        onChange(next)
        announce(next, held)
      }
    }
    setHeld(null)
    setDrop(null)
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
  const rest = heldAt < 0 ? rows : lift(rows, heldAt).rest
  const dropLine = (row: OptionRow | undefined) =>
    drop &&
    held !== null &&
    rest[drop.to]?.id === row?.id && <div className="twig-drop" style={levelStyle(drop.level)} aria-hidden="true" />

  return (
    <section aria-label={t('bot.tree.title')}>
      <div className="split-bar">
        <Menu
          align="start"
          trigger={
            <button type="button" className="filter-chip">
              {t('bot.template.title')}
              <ChevronDown />
            </button>
          }
        >
          {templates.map((name) => (
            <MenuItem key={name} onSelect={() => use(name)}>
              {t(`bot.template.${name}.name`)}
            </MenuItem>
          ))}
        </Menu>
        <span className="ml-auto text-xs text-muted nums">
          {t('bot.tree.count', { count: rows.length })}{' '}
          {rows.length > 0 && t('bot.tree.depth', { count: depthOf(rows) })}
        </span>
        <Button size="sm" icon={<Plus />} disabled={!mayAdd(rows, -1)} onClick={() => add(-1)}>
          {t('bot.tree.option')}
        </Button>
      </div>
      {note}
      <DragDropProvider
        sensors={[PointerSensor]}
        onDragStart={({ operation }) => {
          edit(null)
          setHeld(Number(operation.source?.id))
        }}
        onDragMove={({ operation, to }) => {
          if (list.current && heldAt >= 0) {
            const { branch, rest } = lift(rows, heldAt)
            const { x, y } = to ?? operation.position.current
            const by = x - operation.position.initial.x
            setDrop(
              dropAt(list.current, {
                branch,
                rest,
                hidden,
                y,
                level: (branch[0]?.level ?? 0) + Math.round(by / LEVEL),
              }),
            )
          }
        }}
        onDragEnd={({ canceled }) => putDown(canceled)}
      >
        <ul className={classes('tree', held !== null && 'holding')} ref={list}>
          <li className="twig" data-here={here === null ? '' : undefined}>
            <span className="grip cursor-default!" aria-hidden="true">
              <MessageCircleMore />
            </span>
            <span className="fold-none" />
            <b>{t('bot.tree.greeting')}</b>
            <span className="twig-text">{greeting ? <VariableText text={greeting} /> : t('bot.tree.noGreeting')}</span>
            <span className="twig-tools">
              <IconButton
                size="xs"
                label={t('bot.tree.greetingEdit')}
                aria-expanded={isGreeting}
                onClick={() => editGreeting(!isGreeting)}
              >
                <Pencil />
              </IconButton>
            </span>
          </li>
          {isGreeting && (
            <li className="twig-edit">
              {greetingField}
              <Button size="sm" className="justify-self-end" onClick={() => editGreeting(false)}>
                {t('bot.edit.done')}
              </Button>
            </li>
          )}
          {rows.map((row, at) => {
            if (hidden.has(row.id)) return null
            const fault = faults.get(row.id)
            return (
              <li key={row.id}>
                {dropLine(row)}
                {row.id === editing ? (
                  <OptionForm
                    row={row}
                    digit={digits[at] ?? 0}
                    names={names}
                    fault={fault}
                    onChange={(changed) =>
                      onChange(rows.map((one) => (one.id === row.id ? { ...changed, level: one.level } : one)))
                    }
                    onDone={() => done(row.id)}
                    onCancel={() => cancel(row.id)}
                    onLeave={() => leave(row)}
                    onDelete={() => remove(at)}
                  />
                ) : (
                  <TreeRow
                    row={row}
                    digit={digits[at] ?? 0}
                    below={endOf(rows, at) - at - 1}
                    isFolded={folded.includes(row.id)}
                    isHere={here === row.id}
                    isLifted={held !== null && heldAt >= 0 && at >= heldAt && at < endOf(rows, heldAt)}
                    names={names}
                    fault={fault}
                    onFold={() => setFolded(toggled(folded, row.id))}
                    onAdd={mayAdd(rows, at) ? () => add(at) : undefined}
                    onEdit={() => edit(row)}
                    onDelete={() => remove(at)}
                    onKeys={onKeys(at)}
                  />
                )}
              </li>
            )
          })}
          <li>{dropLine(undefined)}</li>
          {rows.length === 0 && <li className="px-3 py-4 text-sm text-muted">{t('bot.tree.empty')}</li>}
        </ul>
        <DragOverlay dropAnimation={null}>
          {heldAt >= 0 && rows[heldAt] && <HeldRow row={rows[heldAt]} digit={digits[heldAt] ?? 0} />}
        </DragOverlay>
      </DragDropProvider>
      <p className="sr-only" role="status">
        {said}
      </p>
      <div className="tree-keys" aria-hidden="true">
        <span>
          <kbd className="kbd kbd-sm">Alt</kbd> <kbd className="kbd kbd-sm">↑</kbd> <kbd className="kbd kbd-sm">↓</kbd>{' '}
          {t('bot.tree.keys.move')}
        </span>
        <span>
          <kbd className="kbd kbd-sm">Alt</kbd> <kbd className="kbd kbd-sm">→</kbd> {t('bot.tree.keys.below')}
        </span>
        <span>
          <kbd className="kbd kbd-sm">Enter</kbd> {t('bot.tree.keys.edit')}
        </span>
        <span className="ml-auto">{t('bot.tree.keys.customer')}</span>
      </div>
    </section>
  )
}

const LEVEL = 28
const levelStyle = (level: number) => ({ '--level': level }) as React.CSSProperties
const moves: Readonly<Record<string, MoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

function hiddenRows(rows: Outline, folded: readonly number[]): ReadonlySet<number> {
  const hidden = new Set<number>()
  for (const [at, { id }] of rows.entries())
    if (folded.includes(id)) for (const { id: below } of rows.slice(at + 1, endOf(rows, at))) hidden.add(below)
  return hidden
}

/** Moving a row in the DOM loses the focus: it is restored once the row is in place. */
function useFocusOn(list: React.RefObject<HTMLElement | null>): (id: number | null) => void {
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
