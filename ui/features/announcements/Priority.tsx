import { ChevronsUp, ChevronUp, type LucideIcon, Minus } from 'lucide-react'
import type { Priority as Value } from '../../../src/features/announcements/contract'
import { useText } from '../../shared/i18n/useText'
import { priorityNames } from './spec'

const icons: Record<Value, LucideIcon> = { 1: ChevronsUp, 2: ChevronUp, 3: Minus }

/** Icon, colour and label. */
export function Priority({ value }: { value: Value }) {
  const t = useText()
  const Icon = icons[value]
  return (
    <span
      className="prio inline-flex items-center gap-1.25 font-[550] whitespace-nowrap text-(--prio)"
      data-priority={priorityNames[value]}
    >
      <Icon /> {t(`announcementBell.priority.${priorityNames[value]}`)}
    </span>
  )
}

/** Without room for the label, screen readers announce it. */
export function PriorityMark({ value }: { value: Value }) {
  const t = useText()
  const Icon = icons[value]
  return (
    <span className="notice-mark" data-priority={priorityNames[value]}>
      <Icon aria-hidden="true" />
      <span className="sr-only">{t(`announcementBell.priority.${priorityNames[value]}`)}</span>
    </span>
  )
}
