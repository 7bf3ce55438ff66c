import '../bot.css'
import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react'
import { ChevronDown, MessageCircleMore, Pencil, Plus } from 'lucide-react'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { listPlugins } from '../../../shared/drag'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { classes } from '../../../shared/kit/classes'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../../shared/kit/Menu'
import { VariableText } from '../../../shared/kit/VariableText'
import { OptionForm } from './OptionForm'
import { depthOf, digitsOf, endOf, mayAdd, type Outline, type RowFault, type TreeNames } from './outline'
import { HeldRow, TreeRow } from './TreeRow'
import { type Template, templates } from './templates'
import { useTreeDrag } from './useTreeDrag'
import { type EditedTree, useTreeEdits } from './useTreeEdits'

type Props = EditedTree & {
  /** The greeting's field. */
  greetingField: ReactNode
  /** Content above the tree. */
  note: ReactNode
  names: TreeNames
  faults: ReadonlyMap<number, RowFault>
  /** The bot's current option; null is the top, undefined none. */
  here: number | null | undefined
}

/** The options of a bot: moved by mouse or keys, edited in place. */
export function TreeEditor(props: Props) {
  const { rows, onChange, greeting, greetingField, note, names, faults, here, editing } = props
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const edits = useTreeEdits(props, list)
  const drag = useTreeDrag({
    rows,
    hidden: edits.hidden,
    list,
    onLift: () => edits.edit(null),
    onDrop(next, id) {
      onChange(next)
      edits.announce(next, id)
    },
  })
  const { heldAt } = drag
  const digits = digitsOf(rows)

  return (
    <section aria-label={t('bot.tree.title')}>
      <TreeBar rows={rows} onUse={edits.use} onAdd={() => edits.add(-1)} />
      {note}
      <DragDropProvider sensors={[PointerSensor]} plugins={listPlugins} {...drag.events}>
        <ul className={classes('tree', drag.isHolding && 'holding')} ref={list}>
          <Greeting text={greeting} field={greetingField} isHere={here === null} />
          {rows.map((row, at) => {
            if (edits.hidden.has(row.id)) return null
            const fault = faults.get(row.id)
            return (
              <li key={row.id}>
                <DropLine level={drag.levelBefore(row)} />
                {row.id === editing ? (
                  <OptionForm
                    row={row}
                    digit={digits[at] ?? 0}
                    names={names}
                    fault={fault}
                    onChange={edits.change}
                    onDone={() => edits.done(row.id)}
                    onCancel={() => edits.cancel(row.id)}
                    onLeave={() => edits.leave(row)}
                    onDelete={() => edits.remove(at)}
                  />
                ) : (
                  <TreeRow
                    row={row}
                    digit={digits[at] ?? 0}
                    below={endOf(rows, at) - at - 1}
                    isFolded={edits.folded.includes(row.id)}
                    isHere={here === row.id}
                    isLifted={drag.isLifted(at)}
                    names={names}
                    fault={fault}
                    onFold={() => edits.fold(row.id)}
                    onAdd={mayAdd(rows, at) ? () => edits.add(at) : undefined}
                    onEdit={() => edits.edit(row)}
                    onDelete={() => edits.remove(at)}
                    onKeys={edits.onKeys(at)}
                  />
                )}
              </li>
            )
          })}
          <li>
            <DropLine level={drag.levelBefore(undefined)} />
          </li>
          {rows.length === 0 && <li className="px-3 py-4 text-sm text-muted">{t('bot.tree.empty')}</li>}
        </ul>
        <DragOverlay dropAnimation={null}>
          {heldAt >= 0 && rows[heldAt] && <HeldRow row={rows[heldAt]} digit={digits[heldAt] ?? 0} />}
        </DragOverlay>
      </DragDropProvider>
      <p className="sr-only" role="status">
        {edits.said}
      </p>
      <TreeKeys />
    </section>
  )
}

type BarProps = { rows: Outline; onUse(template: Template): void; onAdd(): void }

/** Templates to begin with, the size of the tree, and a new option. */
function TreeBar({ rows, onUse, onAdd }: BarProps) {
  const t = useText()
  return (
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
          <MenuItem key={name} onSelect={() => onUse(name)}>
            {t(`bot.template.${name}.name`)}
          </MenuItem>
        ))}
      </Menu>
      <span className="ml-auto text-xs text-muted nums">
        {t('bot.tree.count', { count: rows.length })} {rows.length > 0 && t('bot.tree.depth', { count: depthOf(rows) })}
      </span>
      <Button size="sm" icon={<Plus />} disabled={!mayAdd(rows, -1)} onClick={onAdd}>
        {t('bot.tree.option')}
      </Button>
    </div>
  )
}

/** The first row: what the bot says before any option. */
function Greeting({ text, field, isHere }: { text: string; field: ReactNode; isHere: boolean }) {
  const t = useText()
  const [isEdited, setEdited] = useState(false)
  return (
    <>
      <li className="twig" data-here={isHere ? '' : undefined}>
        <span className="grip cursor-default!" aria-hidden="true">
          <MessageCircleMore />
        </span>
        <span className="w-4 flex-none" />
        <b className="font-[550] max-w-[60%] truncate max-md:flex-1">{t('bot.tree.greeting')}</b>
        <span className="flex-1 min-w-0 text-muted truncate max-md:hidden">
          {text ? <VariableText text={text} /> : t('bot.tree.noGreeting')}
        </span>
        <span className="twig-tools">
          <IconButton
            size="xs"
            label={t('bot.tree.greetingEdit')}
            aria-expanded={isEdited}
            onClick={() => setEdited(!isEdited)}
          >
            <Pencil />
          </IconButton>
        </span>
      </li>
      {isEdited && (
        <li className="twig-edit mt-1 mr-0 mb-2 ml-[calc()0.25rem] py-3.5 px-4 rounded-box bg-base-200 shadow-[inset_0_0_0_1px_var(--line)] grid gap-3">
          {field}
          <Button size="sm" className="justify-self-end" onClick={() => setEdited(false)}>
            {t('bot.edit.done')}
          </Button>
        </li>
      )}
    </>
  )
}

/** Where the dragged branch would land. */
function DropLine({ level }: { level: number | null }) {
  if (level === null) return null
  return <div className="twig-drop" style={{ '--level': level } as CSSProperties} aria-hidden="true" />
}

/** The keys that move and edit. */
function TreeKeys() {
  const t = useText()
  return (
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
  )
}
