import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { GREETING_FILE_LIMIT, type GreetingMedia } from '../../../src/channels/connections/contract'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import { fillVariables } from '../../../src/tickets/variables/contract'
import { FileField } from '../../shared/form/FileField'
import { VariablesField } from '../../shared/form/VariablesField'
import { outOfHoursNames } from '../../shared/form/variables'
import { useText } from '../../shared/i18n/useText'
import { useNow } from '../../shared/kit/useNow'
import { useUser } from '../../shared/session/useUser'
import { queuesQuery } from '../directory/api'
import { RichText } from '../messages/bubble/RichText'
import { filled } from '../messages/rules/filling'
import type { ConnectionFormState } from './formSchema'

type Props = { form: ConnectionFormState; stored: GreetingMedia | null }

/** Automatic texts to contacts, and how they look on the contact's phone. */
export function MessageFields({ form, stored }: Props) {
  const t = useText()
  const queueIds = useWatch({ control: form.control, name: 'queueIds' }) ?? []
  return (
    <div className="grid grid-cols-[1fr_15rem] items-start gap-5 max-sm:grid-cols-1">
      <div className="grid gap-4">
        {queueIds.length > 1 ? (
          <>
            <VariablesField
              form={form}
              max={AUTOMATIC_TEXT_LENGTH}
              name="greetingMessage"
              label={t('connections.form.greeting')}
              hint={t('connections.form.greetingHint')}
            />
            <FileField
              form={form}
              name="file"
              label={t('connections.form.greetingFile')}
              hint={t('connections.form.greetingFileHint')}
              maxBytes={GREETING_FILE_LIMIT}
              stored={stored ? storedOf(stored) : undefined}
              optional
            />
          </>
        ) : (
          <p className="text-sm text-muted">{t('connections.form.greetsWithSeveral')}</p>
        )}
        <VariablesField
          form={form}
          max={AUTOMATIC_TEXT_LENGTH}
          name="outOfHoursMessage"
          label={t('connections.form.outOfHours')}
          hint={t('connections.form.outOfHoursHint')}
          names={outOfHoursNames}
          optional
        />
        <VariablesField
          form={form}
          max={AUTOMATIC_TEXT_LENGTH}
          name="complationMessage"
          label={t('connections.form.completion')}
          hint={t('connections.form.completionHint')}
          optional
        />
        <VariablesField
          form={form}
          max={AUTOMATIC_TEXT_LENGTH}
          name="ratingMessage"
          label={t('connections.form.rating')}
          hint={t('connections.form.ratingHint')}
          optional
        />
      </div>
      <Preview form={form} stored={stored} />
    </div>
  )
}

const storedOf = ({ name, mimetype, size, url }: GreetingMedia) => ({
  name,
  size,
  ...(mimetype.startsWith('image/') && { url: `/api${url}` }),
})

/** Previews the texts while they are typed. */
function Preview({ form, stored }: Props) {
  const t = useText()
  const read = useSample()
  const values = useWatch({ control: form.control })
  const queues = useQuery(queuesQuery).data ?? []
  const { queueIds = [], file, greetingMessage = '', enableQueueChatbot } = values
  const offered = queues.filter(({ id }) => queueIds.includes(id))
  const isAsked = offered.length > 1
  const fileName = file === undefined ? stored?.name : file?.name
  const menu = isAsked && enableQueueChatbot ? offered.map(({ name }, at) => `*${at + 1}* ${name}`).join('\n') : ''
  const said = [
    { when: t('connections.preview.greeting'), texts: isAsked ? greetingTexts(greetingMessage, fileName, menu) : [] },
    { when: t('connections.preview.outOfHours'), texts: [values.outOfHoursMessage ?? ''] },
    { when: t('connections.preview.completion'), texts: [values.complationMessage ?? ''] },
    { when: t('connections.preview.rating'), texts: [values.ratingMessage ?? ''] },
  ].filter(({ texts }) => texts.some((text) => text.trim() !== ''))
  return (
    <section className="sticky top-0 grid gap-2" aria-label={t('connections.preview.title')}>
      <h3 className="text-sm font-medium">{t('connections.preview.title')}</h3>
      <div className="card grid gap-1.5 bg-base-200 p-3">
        {said.length === 0 && <p className="text-sm text-muted">{t('connections.preview.nothing')}</p>}
        {said.map(({ when, texts }) => (
          <div key={when} className="grid gap-1.5">
            <small className="text-center text-xs text-muted">{when}</small>
            {texts.map((text) => text.trim() !== '' && <Said key={text}>{read(text)}</Said>)}
          </div>
        ))}
      </div>
    </section>
  )
}

/** The file comes between the text and its menu. */
const greetingTexts = (greeting: string, fileName: string | undefined, menu: string): string[] =>
  fileName === undefined ? [`${greeting}\n\n${menu}`.trim()] : [greeting, `📎 ${fileName}`, menu]

/** From the phone's point of view our messages are incoming. */
const Said = ({ children: text }: { children: string }): ReactNode => (
  <div className="msg msg-in msg-first msg-last">
    <div className="bubble">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <RichText text={text} />
      </p>
    </div>
  </div>
)

const TICKET = 1042

/** Variables filled in with sample values. */
function useSample() {
  const t = useText()
  const { company } = useUser()
  const now = new Date(useNow(60_000))
  const about = {
    contact: { name: t('connections.preview.name'), isGroup: false },
    ticket: { id: TICKET, createdAt: now.getTime() },
  }
  const nextOpening = t('connections.preview.opening')
  return (text: string) => fillVariables(filled(text, about, company, now), { nextOpening })
}
