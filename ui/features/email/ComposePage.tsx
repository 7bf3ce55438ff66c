import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useAtom } from 'jotai/react'
import {
  CalendarClock,
  CircleAlert,
  ListOrdered,
  PenLine,
  Save,
  SendHorizontal,
  TriangleAlert,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import type { ContactDetail } from '../../../src/contacts/groups/contract'
import {
  addressOf,
  type EmailDetails,
  type EmailServer,
  MOST_EMAIL_FILES,
  MOST_RECIPIENTS,
  SUBJECT_LENGTH,
} from '../../../src/features/email/contract'
import { emailVariables, isBlankHtml } from '../../../src/features/email/formatted/contract'
import { VariableEditor } from '../../shared/form/VariableEditor'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { instantOf, localTime } from '../../shared/i18n/zoned'
import { Button } from '../../shared/kit/Button'
import { DayBox } from '../../shared/kit/DayBox'
import { ErrorState } from '../../shared/kit/ErrorState'
import { IconButton } from '../../shared/kit/IconButton'
import { StatusDot } from '../../shared/kit/StatusDot'
import { TimeBox } from '../../shared/kit/TimeBox'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import { lazyPart } from '../../shared/lazyPart'
import { ServerState } from '../../shared/mail/ServerState'
import { useMay, useUser } from '../../shared/session/useUser'
import { store } from '../../shared/store'
import { contactName } from '../contacts/names'
import { useContact } from '../contacts/useContact'
import { AddressField } from './AddressField'
import { Attachments } from './Attachments'
import { emailQuery, scheduleEmail, sendEmail, updateEmail, useMailServer } from './api'
import { Formatted } from './editor/Formatted'
import { useOwnValues } from './editor/names'
import { RichField } from './editor/RichField'
import { Frame } from './Frame'
import { PasswordField } from './PasswordField'
import { useSignature } from './signature'
import { contactDraftAtom, draftAtom, emptyLetter, isEmpty, isWritten, type Letter, textOf } from './state'
import { TemplateMenu } from './templates/TemplateMenu'
import { EmailFormView } from './view'

const SignatureDialog = lazyPart(() => import('./SignatureDialog').then((file) => file.SignatureDialog))

/** `/Email` */
export const ComposePage = () => <Writing isLater={false} />
/** `/EmailScheduler` */
export const ScheduleEmailPage = () => <Writing isLater />

function Writing({ isLater }: { isLater: boolean }) {
  const { email, contact, ticket, back } = v.parse(EmailFormView, useSearch({ strict: false }))
  if (email !== undefined) return <Change key={email} id={email} />
  return contact === undefined ? (
    <NewLetter isLater={isLater} draft={draftAtom} about={null} />
  ) : (
    <ToContact key={contact} isLater={isLater} id={contact} place={{ ticket, back }} />
  )
}

type Conversation = { readonly ticket?: number | undefined; readonly back?: string | undefined }
type About = Conversation & { readonly contact: ContactDetail }

/** A letter to a contact begins with the address on file; its draft stays until it is sent or another contact's begins. */
function ToContact({ id, isLater, place }: { id: number; isLater: boolean; place: Conversation }) {
  const { data: contact, error, refetch } = useContact(id)
  const [draft, setDraft] = useAtom(contactDraftAtom)
  const isOurs = draft.contactId === id
  const address = contact?.email ?? null
  const begin = useEffectEvent(() => setDraft({ ...emptyLetter, to: address ? [address] : [], contactId: id }))
  // An address that was added since the draft began is filled in, too.
  const begins = contact !== undefined && (!isOurs || (address !== null && isEmpty(draft)))
  useEffect(() => {
    if (begins) begin()
  }, [begins])
  if (contact && isOurs) return <NewLetter isLater={isLater} draft={contactDraftAtom} about={{ ...place, contact }} />
  return (
    <Frame place="compose" actions={null}>
      {error && !contact && <ErrorState error={error} onRetry={() => void refetch()} />}
    </Frame>
  )
}

type NewProps = { isLater: boolean; draft: typeof draftAtom; about: About | null }

/** The draft, which this browser keeps. */
function NewLetter({ isLater, draft, about }: NewProps) {
  const t = useText()
  const navigate = useNavigate()
  const [letter, setLetter] = useAtom(draft)
  const leave = async (at: string | null) => {
    if (about?.back !== undefined) await navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: about.back } })
    else await navigate({ to: at === null ? '/EmailLis' : '/EmailsAgendado', search: {} })
  }
  return (
    <LetterForm
      letter={letter}
      onLetter={(change) => setLetter(change(store.get(draft)))}
      startsLater={isLater}
      about={about}
      onSend={async (body, at, tokenSenha) => {
        const count = letter.to.length
        const whole = { ...body, contactId: about?.contact.id ?? null, ticketId: about?.ticket ?? null }
        await (at === null ? sendEmail({ ...whole, tokenSenha }) : scheduleEmail({ ...whole, sendAt: at }))
        setLetter(emptyLetter)
        toast.success(t(at === null ? 'email.onTheWay' : 'email.isScheduled', { count }))
        await leave(at)
      }}
      onDiscard={() => {
        setLetter(emptyLetter)
        if (about) void leave(null)
      }}
    />
  )
}

/** Edits a scheduled e-mail before it is due. */
function Change({ id }: { id: number }) {
  const t = useText()
  const { data, error, refetch } = useQuery(emailQuery(id))
  if (data?.state === 'scheduled') return <Changing email={data} />
  return (
    <Frame place="compose" actions={null}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <p className="blank">
          {t('email.gone')} <Link to="/EmailLis">{t('email.tab.sent')}</Link>
        </p>
      )}
    </Frame>
  )
}

function Changing({ email }: { email: EmailDetails }) {
  const t = useText()
  const navigate = useNavigate()
  const [letter, setLetter] = useState<Letter>({
    to: email.to.map((one) => one.email),
    subject: email.subject,
    message: email.message,
    ...(email.html !== null && { html: email.html }),
    unsigned: email.signature === null,
    files: email.attachments,
  })
  const leave = () => navigate({ to: '/EmailsAgendado', search: {} })
  return (
    <LetterForm
      letter={letter}
      onLetter={setLetter}
      startsLater
      sendAt={email.sendAt}
      about={null}
      isChange
      onSend={async (body, at) => {
        await updateEmail(email.id, { ...body, ...(at !== null && { sendAt: at }) })
        toast.success(t('email.saved'))
        await leave()
      }}
      onDiscard={() => void leave()}
    />
  )
}

type Body = {
  readonly email: string
  readonly assunto: string
  readonly html: string
  readonly sign: boolean
  readonly fileIds: number[]
}

type FormProps = {
  letter: Letter
  onLetter(change: (before: Letter) => Letter): void
  startsLater: boolean
  sendAt?: string
  about: About | null
  isChange?: boolean
  /** `at`: when to send; null for now. */
  onSend(body: Body, at: string | null, password: string | null): Promise<void>
  onDiscard(): void
}

type Missing = 'to' | 'subject' | 'message' | 'when'

function LetterForm(props: FormProps) {
  const { letter, onLetter, startsLater, sendAt, about, isChange = false, onSend, onDiscard } = props
  const t = useText()
  const signature = useSignature()
  const isSigned = letter.unsigned !== true && Boolean(signature)
  const server = useMailServer()
  const [isLater, setLater] = useState(startsLater)
  const [at, setAt] = useState<string | null>(sendAt ?? null)
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const wrong = letter.to.filter((one) => addressOf(one) === undefined).length
  const isAhead = at !== null && Date.parse(at) > Date.now()
  const missing = [
    letter.to.length === 0 && 'to',
    letter.subject.trim() === '' && 'subject',
    isBlankHtml(textOf(letter)) && 'message',
    isLater && !isAhead && 'when',
  ].filter((one): one is Missing => one !== false)
  const isLong = letter.subject.trim().length > SUBJECT_LENGTH
  const needsPassword = server?.needsPassword === true && !isLater && password === ''
  const send = async () => {
    setAsked(true)
    if (isBusy || missing.length > 0 || wrong > 0 || isLong || needsPassword || letter.to.length > MOST_RECIPIENTS)
      return
    setBusy(true)
    const body = {
      email: letter.to.join(', '),
      assunto: letter.subject.trim(),
      html: textOf(letter),
      sign: isSigned,
      fileIds: (letter.files ?? []).map(({ id }) => id),
    }
    await onSend(body, isLater ? at : null, password || null).catch(toast.failure)
    setBusy(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
  }
  const isOff = server?.isConfigured === false
  return (
    <Frame
      place="compose"
      actions={
        <span className="contents">
          <TemplateMenu
            replaces={isWritten(letter)}
            onStart={({ subject, html, files }) =>
              onLetter((before) => ({
                ...before,
                subject,
                html,
                message: '',
                files: [...(before.files ?? []), ...files].slice(0, MOST_EMAIL_FILES),
              }))
            }
          />
          <Button tone="ghost" className="max-sm:hidden" disabled={!isChange && isEmpty(letter)} onClick={onDiscard}>
            {t(isChange ? 'common.cancel' : 'email.discard')}
          </Button>
          <Button
            tone="primary"
            busy={isBusy}
            disabled={isOff}
            icon={isChange ? <Save /> : isLater ? <CalendarClock /> : <SendHorizontal />}
            title={t('email.sendKeys')}
            onClick={() => void send()}
          >
            {t(isChange ? 'common.save' : isLater ? 'email.schedule' : 'email.send')}
          </Button>
        </span>
      }
    >
      {isOff && <NotConfigured />}
      <div className="mail-work">
        <Attachments
          files={letter.files ?? []}
          onFiles={(change) => onLetter((before) => ({ ...before, files: [...change(before.files ?? [])] }))}
        >
          {(attachments) => (
            <section
              className="flex flex-col min-h-0 px-6 pt-0 pb-6 overflow-y-auto max-lg:overflow-visible max-md:px-4"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
              tabIndex={0}
              aria-label={t('email.message')}
            >
              <AddressField
                value={letter.to}
                onChange={(to) => onLetter((before) => ({ ...before, to }))}
                autoFocus={letter.to.length === 0}
              />
              {asked && missing.includes('to') && <Fault>{t('email.missing.to')}</Fault>}
              {about && <AboutContact about={about} hasAddress={letter.to.length > 0} />}
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it */}
              <div
                className="flex items-start gap-3 min-h-12 flex-none py-2 border-b border-line focus-within:border-b-(--focus)"
                onKeyDown={press}
              >
                <span className="flex-none w-15 text-faint text-sm/8 max-md:w-13" aria-hidden="true">
                  {t('email.subject')}
                </span>
                <div className="mail-line flex-1 min-w-0">
                  <VariableEditor
                    label={t('email.subject')}
                    isLine
                    max={SUBJECT_LENGTH}
                    value={letter.subject}
                    isInvalid={asked && (missing.includes('subject') || isLong)}
                    onChange={(subject) => onLetter((before) => ({ ...before, subject }))}
                  />
                </div>
              </div>
              {isLong && <Fault>{t('email.longSubject', { most: SUBJECT_LENGTH })}</Fault>}
              {asked && missing.includes('subject') && <Fault>{t('email.missing.subject')}</Fault>}
              <div className="mail-text flex flex-col flex-[1_0_auto] min-h-64 max-w-208 pt-0 pr-0 pb-4 pl-18 max-md:pl-0 max-md:min-h-88">
                <RichField
                  label={t('email.message')}
                  placeholder={t('email.messageHint')}
                  names={emailVariables}
                  value={textOf(letter)}
                  isInvalid={asked && missing.includes('message')}
                  onChange={(html) => onLetter((before) => ({ ...before, html, message: '' }))}
                  onSend={() => void send()}
                />
                <Below
                  signature={signature}
                  isSigned={isSigned}
                  onSigned={(signed) => onLetter((before) => ({ ...before, unsigned: !signed }))}
                />
              </div>
              {asked && missing.includes('message') && <Fault>{t('email.missing.message')}</Fault>}
              {attachments}
            </section>
          )}
        </Attachments>
        <aside className="mail-side border-l border-line bg-base-200 overflow-y-auto max-lg:border-l-0 max-lg:border-t max-lg:border-t-line max-lg:overflow-visible">
          <When
            isLater={isLater}
            onLater={isChange ? undefined : setLater}
            at={at}
            onAt={setAt}
            fault={asked && missing.includes('when')}
            canSchedule={server?.needsPassword !== true}
          />
          <section>
            <h2>{t('email.who.title')}</h2>
            <ul className="mail-reasons grid gap-2 text-sm">
              <li>
                <UsersRound />
                <span>{t('email.who.apart')}</span>
              </li>
              <li>
                <ListOrdered />
                <span>{t('email.who.paste')}</span>
              </li>
              {wrong > 0 && (
                <li className="bad">
                  <TriangleAlert />
                  <span>{t('email.who.wrong', { count: wrong })}</span>
                </li>
              )}
            </ul>
          </section>
          {server?.isConfigured && (
            <ServerPart server={server}>
              {server.needsPassword && !isLater && (
                <PasswordField value={password} onChange={setPassword} fault={asked && needsPassword} />
              )}
            </ServerPart>
          )}
        </aside>
      </div>
    </Frame>
  )
}

type BelowProps = { signature: string | null | undefined; isSigned: boolean; onSigned(signed: boolean): void }

/** The signature as it will stand below the message. */
function Below({ signature, isSigned, onSigned }: BelowProps) {
  const t = useText()
  const values = useOwnValues()
  const navigate = useNavigate()
  const asked = v.parse(EmailFormView, useSearch({ strict: false })).signature === true
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    if (asked) void navigate({ to: '.', search: (before) => ({ ...before, signature: undefined }), replace: true })
  }
  if (signature === undefined) return null
  return (
    <div className="mt-3 pt-3 border-t border-line border-dashed text-muted">
      {signature === null ? (
        <Button size="sm" tone="ghost" icon={<PenLine />} onClick={() => setOpen(true)}>
          {t('mailEditor.signature.add')}
        </Button>
      ) : (
        <>
          <div className="flex items-center gap-2 mb-2 type-sm">
            <label className="flex items-center gap-2 cursor-pointer">
              <input
                type="checkbox"
                className="checkbox checkbox-sm checkbox-primary"
                checked={isSigned}
                onChange={({ target }) => onSigned(target.checked)}
              />
              {t('mailEditor.signature.title')}
            </label>
            <IconButton label={t('mailEditor.signature.edit')} onClick={() => setOpen(true)}>
              <PenLine />
            </IconButton>
          </div>
          {isSigned && <Formatted html={signature} values={values} />}
        </>
      )}
      <Suspense>{(isOpen || asked) && <SignatureDialog onClose={close} />}</Suspense>
    </div>
  )
}

function AboutContact({ about: { contact }, hasAddress }: { about: About; hasAddress: boolean }) {
  const t = useText()
  const name = contactName({ contact })
  return (
    <p className="mail-about flex items-center gap-2 py-2 border-b border-line type-sm text-muted">
      <UserRound />
      <span>
        {contact.email || hasAddress ? t('contactEmails.about', { name }) : t('contactEmails.missing', { name })}
      </span>
    </p>
  )
}

function Fault({ children }: { children: ReactNode }) {
  return (
    <p className="mail-wrong" role="alert">
      <CircleAlert />
      {children}
    </p>
  )
}

export function NotConfigured() {
  const t = useText()
  const may = useMay()
  return (
    <p className="note-line mail-note flex-none items-center px-6 rounded-none max-md:px-4" role="status">
      <TriangleAlert />
      <span className="flex-1">{t('email.notConfigured')}</span>
      {may('settings-page:change') && (
        <Link to="/settings" search={{ tab: 'integrations', search: 'SMTP' }}>
          {t('email.configure')}
        </Link>
      )}
    </p>
  )
}

type WhenProps = {
  isLater: boolean
  /** Undefined if it cannot be chosen. */
  onLater: ((later: boolean) => void) | undefined
  at: string | null
  onAt(at: string | null): void
  fault: boolean
  canSchedule: boolean
}

function When({ isLater, onLater, at, onAt, fault, canSchedule }: WhenProps) {
  const t = useText()
  return (
    <section>
      <h2>{t('email.when.title')}</h2>
      {onLater && (
        <div className="grid gap-2">
          <Choice
            label={t('email.when.now')}
            hint={t('email.when.nowHint')}
            isOn={!isLater}
            onChoose={() => onLater(false)}
          />
          <Choice
            label={t('email.when.later')}
            hint={t(canSchedule ? 'email.when.laterHint' : 'email.when.needsStored')}
            isOn={isLater}
            isOff={!canSchedule}
            onChoose={() => onLater(true)}
          />
        </div>
      )}
      {isLater && <Moment at={at} onAt={onAt} fault={fault} />}
    </section>
  )
}

type ChoiceProps = { label: string; hint: string; isOn: boolean; isOff?: boolean; onChoose(): void }

function Choice({ label, hint, isOn, isOff = false, onChoose }: ChoiceProps) {
  return (
    <label className="mail-choice">
      <input
        type="radio"
        name="email-when"
        className="radio radio-primary radio-sm"
        checked={isOn}
        disabled={isOff}
        onChange={onChoose}
      />
      <b className="font-semibold">{label}</b>
      <small>{hint}</small>
    </label>
  )
}

/** The default time of a chosen day. */
const MORNING = '09:00'

/** Day and time in the company's zone. */
function Moment({ at, onAt, fault }: { at: string | null; onAt(at: string | null): void; fault: boolean }) {
  const t = useText()
  const format = useFormat()
  const { timeZone } = useUser().company
  const now = useNow(15_000)
  const [day = null, time = ''] = at ? localTime(at, timeZone).split('T') : []
  const set = (next: { readonly day?: string; readonly time?: string }) => {
    const wanted = { ...(day && { day }), time: time || MORNING, ...next }
    const today = localTime(new Date().toISOString(), timeZone).slice(0, 10)
    onAt(instantOf(`${wanted.day ?? today}T${wanted.time}`, timeZone))
  }
  const ahead = at === null ? 0 : Date.parse(at) - now
  return (
    <div className="grid gap-2 mt-3">
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
        <DayBox
          label={t('email.when.day')}
          value={day}
          min={localTime(new Date(now).toISOString(), timeZone).slice(0, 10)}
          onChange={(next) => (next ? set({ day: next }) : onAt(null))}
          onWhen={({ day, time }) => set({ ...(day && { day }), ...(time && { time }) })}
        />
        <TimeBox label={t('email.when.time')} value={time} onChange={(next) => set({ time: next })} />
      </div>
      {ahead > 0 && at && (
        <p className="text-xs text-muted">
          {t('email.when.ahead', { when: format.dateTime(at), span: format.span(ahead / 1000) })}
        </p>
      )}
      {fault && <p className="mail-wrong mail-wrong-side">{t('email.missing.when')}</p>}
    </div>
  )
}

function ServerPart({ server, children }: { server: EmailServer; children: ReactNode }) {
  const t = useText()
  return (
    <section>
      <h2>{t('mail.server.title')}</h2>
      <dl className="facts">
        {server.host && (
          <>
            <dt>{t('mail.server.host')}</dt>
            <dd>{server.host}</dd>
          </>
        )}
        {server.user && (
          <>
            <dt>{t('mail.server.user')}</dt>
            <dd>{server.user}</dd>
          </>
        )}
        {!server.host && (
          <>
            <dt>{t('mail.server.from')}</dt>
            <dd>{server.from}</dd>
          </>
        )}
        <dt>{t('mail.server.state')}</dt>
        <dd>
          {server.needsPassword ? <StatusDot tone="wait">{t('mail.server.needsPassword')}</StatusDot> : <ServerState />}
        </dd>
      </dl>
      {children}
    </section>
  )
}
