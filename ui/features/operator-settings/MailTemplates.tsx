import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fillMail, type ShownMail } from '../../../src/settings/mail-templates/contract'
import { type Language, languages } from '../../../src/texts/languages'
import { errorText } from '../../shared/errorText'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Field, FieldError } from '../../shared/kit/Field'
import { toast } from '../../shared/kit/toast'
import { changeMail, mailsQuery, restoreMail } from './api'

const languageNames: Readonly<Record<Language, string>> = {
  'pt-BR': 'Português',
  en: 'English',
  es: 'Español',
  tr: 'Türkçe',
}

/** The installation's mails: their words in each language, with a preview. */
export function MailTemplates() {
  const t = useText()
  const mails = useQuery(mailsQuery).data?.mails ?? []
  const [kind, setKind] = useState('invoice')
  const [language, setLanguage] = useState<Language>('pt-BR')
  const kinds = [...new Set(mails.map((one) => one.kind))]
  const mail = mails.find((one) => one.kind === kind && one.language === language)
  return (
    <section
      className="px-0 pt-5 pb-7 scroll-mt-0 max-lg:scroll-mt-12"
      id="section-mailTemplates"
      aria-labelledby="section-mailTemplates-title"
    >
      <h2 id="section-mailTemplates-title" className="font-semibold outline-none" tabIndex={-1}>
        {t('operatorSettings.mails.title')}
      </h2>
      <p className="mb-3 text-sm text-muted">{t('operatorSettings.mails.about')}</p>
      <div className="mb-3 flex flex-wrap gap-2">
        <select
          className="select select-sm"
          aria-label={t('operatorSettings.mails.kind')}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {t.find(`operatorSettings.mails.kinds.${one}`) ?? one}
            </option>
          ))}
        </select>
        <select
          className="select select-sm"
          aria-label={t('operatorSettings.mails.language')}
          value={language}
          onChange={({ target }) => setLanguage(languages.find((one) => one === target.value) ?? 'pt-BR')}
        >
          {languages.map((one) => (
            <option key={one} value={one}>
              {languageNames[one]}
            </option>
          ))}
        </select>
      </div>
      {mail && <OneMail key={`${kind} ${language} ${mail.subject} ${mail.body}`} mail={mail} />}
    </section>
  )
}

function OneMail({ mail }: { mail: ShownMail }) {
  const t = useText()
  const queries = useQueryClient()
  const [subject, setSubject] = useState(mail.subject)
  const [body, setBody] = useState(mail.body)
  const change = useMutation({
    mutationFn: (isOwn: boolean) =>
      isOwn ? changeMail(mail.kind, mail.language, { subject, body }) : restoreMail(mail.kind, mail.language),
    onSuccess(shown) {
      queries.setQueryData(mailsQuery.queryKey, shown)
      toast.success(t('operatorSettings.mails.saved'))
    },
  })
  const preview = fillMail({ subject, body }, mail.samples)
  const isChanged = subject !== mail.subject || body !== mail.body
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <form
        className="grid content-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(true)
        }}
      >
        <Field label={t('operatorSettings.mails.subject')}>
          {(control) => (
            <input
              {...control}
              className="input"
              maxLength={200}
              value={subject}
              onChange={({ target }) => setSubject(target.value)}
            />
          )}
        </Field>
        <Field label={t('operatorSettings.mails.body')}>
          {(control) => (
            <textarea
              {...control}
              className="textarea"
              rows={12}
              maxLength={5000}
              value={body}
              onChange={({ target }) => setBody(target.value)}
            />
          )}
        </Field>
        <p className="text-sm text-muted">
          {t('operatorSettings.mails.variables')}{' '}
          {Object.keys(mail.samples)
            .map((name) => `{{${name}}}`)
            .join(' ')}
        </p>
        {change.isError && <FieldError>{errorText(t, change.error)}</FieldError>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" size="sm" disabled={!isChanged} busy={change.isPending}>
            {t('common.save')}
          </Button>
          {!mail.isDefault && (
            <Button size="sm" tone="ghost" onClick={() => change.mutate(false)}>
              {t('operatorSettings.mails.restore')}
            </Button>
          )}
        </div>
      </form>
      <figure
        className="grid content-start gap-3 p-4 border border-line rounded-lg"
        aria-label={t('operatorSettings.mails.preview')}
      >
        <figcaption className="text-sm text-muted">{t('operatorSettings.mails.preview')}</figcaption>
        <b className="block wrap-anywhere">{preview.subject}</b>
        <p className="whitespace-pre-wrap wrap-anywhere text-sm">{preview.text}</p>
      </figure>
    </div>
  )
}
