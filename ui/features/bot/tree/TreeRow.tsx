import { useDraggable } from '@dnd-kit/react'
import {
  BotMessageSquare,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  GripVertical,
  Headset,
  MessageSquareText,
  Paperclip,
  Pencil,
  Plus,
  Split,
  Trash2,
} from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import type { OptionType } from '../../../../src/queues/options/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { VariableText } from '../../../shared/kit/VariableText'
import { fileNameOf, type OptionRow, type RowFault, type TreeNames } from './outline'

export const kindIcons: Readonly<Record<OptionType, typeof Split>> = {
  Texto: MessageSquareText,
  Atendente: Headset,
  Fila: Split,
  Arquivo: Paperclip,
}

type Props = {
  row: OptionRow
  digit: number
  /** Number of rows below it. */
  below: number
  isFolded: boolean
  isHere: boolean
  isLifted: boolean
  names: TreeNames
  fault: RowFault | undefined
  onFold(): void
  onAdd: (() => void) | undefined
  onEdit(): void
  onDelete(): void
  onKeys(event: KeyboardEvent): void
}

export function TreeRow(props: Props) {
  const { row, digit, below, isFolded, isHere, isLifted, names, fault, onFold, onAdd, onEdit, onDelete, onKeys } = props
  const t = useText()
  const { ref, handleRef } = useDraggable({ id: row.id })
  const title = row.title || t('bot.tree.untitled')
  return (
    <div
      ref={ref}
      className="twig"
      style={levelOf(row)}
      data-row={row.id}
      data-here={isHere ? '' : undefined}
      data-lifted={isLifted ? '' : undefined}
    >
      <button
        ref={handleRef}
        type="button"
        className="grip"
        data-grip={row.id}
        aria-label={t('bot.tree.move', { title })}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowRight Alt+ArrowLeft Enter"
        onKeyDown={onKeys}
      >
        <GripVertical />
      </button>
      {below > 0 ? (
        <button
          type="button"
          className="grid place-items-center flex-none -mx-1 rounded-sm text-muted cursor-pointer size-6"
          aria-expanded={!isFolded}
          aria-label={t('bot.tree.fold', { title })}
          onClick={onFold}
        >
          {isFolded ? <ChevronRight className="size-4" /> : <ChevronDown className="size-4" />}
        </button>
      ) : (
        <span className="w-4 flex-none" />
      )}
      <Name row={row} digit={digit} />
      {fault ? (
        <span className="inline-flex items-center gap-1.25 flex-1 min-w-0 text-error-ink font-medium truncate">
          <CircleAlert className="flex-none size-3.75" />
          {t(`bot.fault.${fault}`)}
        </span>
      ) : (
        <span className="flex-1 min-w-0 text-muted truncate max-md:hidden">
          <Says row={row} names={names} />
        </span>
      )}
      {isFolded && (
        <span className="flex-none type-xs text-muted max-md:hidden">{t('bot.tree.below', { count: below })}</span>
      )}
      {isHere && (
        <span className="inline-flex items-center gap-1.25 flex-none type-xs font-[550] text-primary-ink">
          <BotMessageSquare className="flex-none size-3.75" />
          {t('bot.tree.here')}
        </span>
      )}
      <span className="twig-tools">
        {onAdd && (
          <IconButton size="xs" label={t('bot.tree.add', { title })} onClick={onAdd}>
            <Plus />
          </IconButton>
        )}
        <IconButton size="xs" label={t('bot.tree.edit', { title })} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton size="xs" label={t('bot.tree.remove', { title })} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      </span>
    </div>
  )
}

/** The row being dragged. */
export function HeldRow({ row, digit }: { row: OptionRow; digit: number }) {
  return (
    <div className="twig twig-held">
      <span className="grip">
        <GripVertical />
      </span>
      <span className="w-4 flex-none" />
      <Name row={row} digit={digit} />
    </div>
  )
}

function Name({ row, digit }: { row: OptionRow; digit: number }) {
  const t = useText()
  const Kind = kindIcons[row.optionType]
  return (
    <>
      <span className="digit">{digit}</span>
      <span className="twig-kind inline-flex items-center gap-1.25 flex-none w-23 text-muted type-xs max-md:w-auto">
        <Kind />
        <span className="max-md:hidden">{t(`bot.kind.${row.optionType}`)}</span>
      </span>
      <b className="font-[550] max-w-[60%] truncate max-md:flex-1">{row.title || t('bot.tree.untitled')}</b>
    </>
  )
}

/** What a customer gets for it, in short. */
function Says({ row, names }: { row: OptionRow; names: TreeNames }) {
  const t = useText()
  switch (row.optionType) {
    case 'Texto':
      return <VariableText text={row.message} />
    case 'Arquivo':
      return fileNameOf(row)
    case 'Fila':
      return names.queues.find(({ id }) => id === row.targetQueueId)?.name
    case 'Atendente':
      return (
        names.people.find(({ id }) => id === row.targetUserId)?.name ?? t('bot.tree.anybody', { queue: names.ownName })
      )
  }
}

const levelOf = ({ level }: OptionRow) => ({ '--level': level }) as CSSProperties
