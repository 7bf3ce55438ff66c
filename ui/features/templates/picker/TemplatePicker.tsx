import '../templates.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutTemplate, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isUsable, type Template } from '../../../../src/channels/templates/contract'
import { manageTemplates } from '../../../../src/features/templates/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { DiscardDialog } from '../../../shared/form/DiscardDialog'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Loading } from '../../../shared/kit/Loading'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { toast } from '../../../shared/kit/toast'
import { useMay } from '../../../shared/session/useUser'
import { newUuid } from '../../../shared/uuid'
import { contactName } from '../../contacts/names'
import { sendTemplate, templates } from '../api'
import { offeredTemplates } from '../spec'
import { TemplatePreview } from '../TemplatePreview'
import { useSlotLabels } from '../useSlotLabels'
import { TemplateOptions } from './TemplateOptions'
import { type Filling, useFilling } from './useFilling'
import { usePrices } from './usePrices'
import { ValueFields } from './ValueFields'

type Props = { ticket: TicketSummary; onClose(): void }

/** Chooses a template, fills in its variables and sends it. */
export function TemplatePicker({ ticket, onClose }: Props) {
  const t = useText()
  const list = useQuery(templates.list({ whatsappId: ticket.whatsappId }))
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const offered = offeredTemplates(list.data ?? [], search)
  const template = offered.find(({ id }) => id === chosen) ?? offered[0]
  const filling = useFilling(template)
  const priceOf = usePrices(ticket.whatsappId)
  const [leaving, setLeaving] = useState(false)
  const leave = () => (filling.isBegun ? setLeaving(true) : onClose())
  const { isSending, send } = useSending(ticket, template, filling, onClose)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
  }
  return (
    <Dialog
      open
      size="xl"
      onClose={leave}
      title={
        <>
          {t('templates.pick.title')}{' '}
          <span className="not-phone ml-1 text-sm font-normal text-faint">
            {t('templates.pick.for', { name: contactName(ticket), connection: ticket.whatsapp.name })}
          </span>
        </>
      }
      firstStop='[role="listbox"] [aria-selected="true"]'
      footer={
        <PickerFoot
          price={template ? priceOf(template.category) : null}
          filling={filling}
          isSending={isSending}
          onSend={() => void send()}
          onClose={leave}
        />
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter sends from anywhere in it */}
      <div className="contents" onKeyDown={keys}>
        <div className="px-5 pb-3 max-md:px-4">
          <SearchBox size="sm" delay={0} label={t('templates.search')} value={search} onSearch={setSearch} />
        </div>
        {list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data === undefined ? (
          <Loading className="p-5">
            <Skeleton className="h-60" />
          </Loading>
        ) : (
          <div className="models">
            <TemplateOptions offered={offered} chosen={template} priceOf={priceOf} onChoose={setChosen} />
            {template ? (
              <Chosen template={template} ticket={ticket} filling={filling} />
            ) : (
              <NoTemplates isBlank={list.data.length === 0} ticket={ticket} />
            )}
          </div>
        )}
      </div>
      <DiscardDialog open={leaving} onStay={() => setLeaving(false)} onDiscard={onClose} />
    </Dialog>
  )
}

function Chosen({ template, ticket, filling }: { template: Template; ticket: TicketSummary; filling: Filling }) {
  const t = useText()
  const labels = useSlotLabels(template)
  const name = contactName(ticket)
  return (
    <>
      <ValueFields template={template} ticket={ticket} filling={filling} labels={labels} />
      <aside>
        <p className="mb-0.5 text-sm font-semibold">{t('templates.pick.phone', { name })}</p>
        <p className="mb-3 text-xs text-faint">{t('templates.pick.asShown')}</p>
        <TemplatePreview content={template} values={filling.values} labels={labels} file={filling.file} />
      </aside>
    </>
  )
}

function NoTemplates({ isBlank, ticket }: { isBlank: boolean; ticket: TicketSummary }) {
  const t = useText()
  const mayManage = useMay()(manageTemplates)
  if (!isBlank) return <p className="p-6 text-sm text-muted">{t('templates.pick.nothing')}</p>
  return (
    <EmptyState
      icon={<LayoutTemplate />}
      title={t('templates.none.title')}
      actions={
        mayManage && (
          <Link
            to="/templates"
            search={{ whatsapp: ticket.whatsappId, new: true }}
            className={buttonClass('plain', 'sm')}
          >
            {t('templates.pick.manage')}
          </Link>
        )
      }
    >
      {t('templates.none.text')}
    </EmptyState>
  )
}

type FootProps = { price: string | null; filling: Filling; isSending: boolean; onSend(): void; onClose(): void }

function PickerFoot({ price, filling, isSending, onSend, onClose }: FootProps) {
  const t = useText()
  return (
    <>
      <span className="not-phone mr-auto text-xs text-faint">
        <kbd className="kbd kbd-sm">↑</kbd> <kbd className="kbd kbd-sm">↓</kbd> {t('templates.pick.keys.choose')} ·{' '}
        <kbd className="kbd kbd-sm">Tab</kbd> {t('templates.pick.keys.fields')} ·{' '}
        <kbd className="kbd kbd-sm">Ctrl Enter</kbd> {t('templates.pick.keys.send')}
      </span>
      <Button tone="ghost" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <Button
        tone="primary"
        icon={<SendHorizontal />}
        busy={isSending}
        disabled={filling.variables === null}
        onClick={onSend}
      >
        {price === null ? t('templates.pick.send') : t('templates.pick.sendFor', { price })}
      </Button>
    </>
  )
}

/** The same client id for every attempt with the same values: a lost answer sends nothing twice. */
function useSending(ticket: TicketSummary, template: Template | undefined, filling: Filling, onSent: () => void) {
  const [isSending, setSending] = useState(false)
  const attempt = useRef({ what: '', clientId: '' })
  async function send() {
    if (!template || !isUsable(template) || isSending) return
    if (filling.variables === null) return filling.showFaults()
    const { name, language } = template
    const wanted = { name, language, variables: filling.variables }
    const { file } = filling
    const what = JSON.stringify([wanted, file?.name, file?.size, file?.lastModified])
    if (attempt.current.what !== what) attempt.current = { what, clientId: newUuid() }
    setSending(true)
    try {
      await sendTemplate(ticket.id, { template: wanted, clientId: attempt.current.clientId, file })
      onSent()
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setSending(false)
    }
  }
  return { isSending, send }
}
