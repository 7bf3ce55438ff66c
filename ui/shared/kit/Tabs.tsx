import type { KeyboardEvent, ReactNode } from 'react'
import { useFormat } from '../i18n/useFormat'
import { useText } from '../i18n/useText'
import { classes } from './classes'
import { scrolled } from './scrolled'

export type TabItem<Id extends string> = {
  id: Id
  label: ReactNode
  count?: number | undefined
  /** Number of errors in the tab. */
  errors?: number
}

type Props<Id extends string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly TabItem<NoInfer<Id>>[]
  value: Id
  onChange(id: NoInfer<Id>): void
  /** Prefix of tab and panel ids; `TabPanel` takes the same. */
  id: string
  className?: string
}

/** A tab list: one tab stop, arrow keys move and select. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, id, className }: Props<Id>) {
  const t = useText()
  const format = useFormat()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key]
    if (step === undefined) return
    const at = tabs.findIndex((tab) => tab.id === value) + step
    const next = tabs[Number.isFinite(at) ? (at + tabs.length) % tabs.length : at < 0 ? 0 : tabs.length - 1]
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    document.getElementById(`${id}-tab-${next.id}`)?.focus()
  }
  return (
    <div className={classes('tabline', className)} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${id}-tab-${tab.id}`}
          aria-selected={tab.id === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => onChange(tab.id)}
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        >
          {tab.label} {tab.count !== undefined && <span className="count">{format.number(tab.count)}</span>}
          {!!tab.errors && (
            <span className="tab-error" title={t('common.tabErrors', { count: tab.errors })}>
              {format.number(tab.errors)}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** The content of the selected tab. */
export function TabPanel({
  id,
  value,
  className,
  isScrolled = false,
  children,
}: {
  id: string
  value: string
  className?: string
  /** It scrolls, so the keyboard must reach it even without a control inside. */
  isScrolled?: boolean
  children: ReactNode
}) {
  return (
    <div
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-tab-${value}`}
      className={className}
      {...(isScrolled && scrolled)}
    >
      {children}
    </div>
  )
}
