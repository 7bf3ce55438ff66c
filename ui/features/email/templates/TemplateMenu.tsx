import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { StartedEmail, Template } from '../../../../src/features/email/templates/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { Popover } from '../../../shared/kit/Popover'
import { toast } from '../../../shared/kit/toast'
import { useSettled } from '../../../shared/useSettled'
import { spoken } from '../editor/names'
import { offeredTemplatesQuery, startWith } from './api'

/** `replaces`: something is written, which the template would replace. */
type Props = { replaces: boolean; onStart(email: StartedEmail): void }

/** The templates behind a button, with a search. */
export function TemplateMenu({ replaces, onStart }: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<Template | null>(null)
  const start = ({ id }: Template) => {
    setAsked(null)
    startWith(id).then(onStart, toast.failure)
  }
  const choose = (template: Template) => {
    setOpen(false)
    if (replaces) setAsked(template)
    else start(template)
  }
  return (
    <>
      <Popover
        label={t('mailTemplates.use')}
        open={isOpen}
        onOpenChange={setOpen}
        align="end"
        trigger={
          <Button size="sm" tone="ghost" icon={<FileText />}>
            {t('mailTemplates.use')}
          </Button>
        }
      >
        <Offers onChoose={choose} />
      </Popover>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('mailTemplates.replaceTitle')}
        confirm={t('mailTemplates.replaceIt')}
        onConfirm={() => asked && start(asked)}
      >
        <p>{t('mailTemplates.replace', { name: asked?.name ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}

function Offers({ onChoose }: { onChoose(template: Template): void }) {
  const t = useText()
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { data } = useQuery(offeredTemplatesQuery(useSettled(typed.trim(), 200)))
  const offered = data?.templates ?? []
  const active = Math.min(at, offered.length - 1)
  const press = (event: KeyboardEvent) => {
    const one = offered[active]
    if (event.key === 'Enter' && one) onChoose(one)
    else if (event.key === 'ArrowDown') setAt((active + 1) % Math.max(1, offered.length))
    else if (event.key === 'ArrowUp') setAt((active - 1 + offered.length) % Math.max(1, offered.length))
    else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-2 w-88 max-w-full p-2">
      <input
        // biome-ignore lint/a11y/noAutofocus: opened by the user
        autoFocus
        className="input input-sm w-full"
        role="combobox"
        aria-expanded={offered.length > 0}
        aria-controls={list}
        aria-activedescendant={offered.length > 0 ? `${list}-${active}` : undefined}
        aria-label={t('mailTemplates.choose')}
        placeholder={t('mailTemplates.choose')}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={list} aria-label={t('mailTemplates.tab')} className="max-h-80 overflow-y-auto">
        {offered.map((one, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          <div
            key={one.id}
            id={`${list}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            className="mail-offer grid py-1.5 px-2 rounded-field text-sm cursor-pointer aria-selected:bg-primary-soft"
            onMouseMove={() => setAt(place)}
            onClick={() => onChoose(one)}
          >
            <b className="font-semibold">{one.name}</b>
            <small className="text-muted">{spoken(t, one.subject)}</small>
          </div>
        ))}
      </div>
      {data && offered.length === 0 && <p className="px-1 py-2 text-sm text-muted">{t('mailTemplates.none')}</p>}
      <Link to="/EmailTemplates" search={{}} className="py-1 px-2 type-sm underline underline-offset-2">
        {t('mailTemplates.manage')}
      </Link>
    </div>
  )
}
