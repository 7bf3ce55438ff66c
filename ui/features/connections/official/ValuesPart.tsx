import { ExternalLink } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Field } from '../../../shared/kit/Field'
import { Rich } from '../../../shared/kit/Rich'
import { Part } from './Part'
import type { Official } from './useOfficial'
import { type OfficialField, officialFields } from './values'

const DASHBOARD = 'https://developers.facebook.com/apps/'
const secret: ReadonlySet<OfficialField> = new Set(['accessToken', 'appSecret'])

type Props = {
  place: number
  official: Official
  name: string
  onName(name: string): void
  /** The number is connected: nothing changes here any more, and no secret is shown again. */
  isMade: boolean
}

/** The values to copy from Meta's pages, each with where it is found. */
export function ValuesPart({ place, official, name, onName, isMade }: Props) {
  const t = useText()
  return (
    <Part
      place={place}
      isDone={isMade}
      title={t('connections.official.part.values')}
      aside={
        <a
          className="link text-primary-ink inline-flex items-center gap-1.5"
          href={DASHBOARD}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('connections.official.dashboard')}
          <ExternalLink className="size-3.5!" />
        </a>
      }
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-3.5 items-start max-sm:grid-cols-1">
        {officialFields.map((field) => (
          <ValueField key={field} field={field} official={official} isMade={isMade} />
        ))}
        <Field label={t('connections.official.connectionName')} hint={t('connections.form.nameHint')}>
          {(control) => (
            <input
              {...control}
              className="input"
              maxLength={50}
              autoComplete="off"
              value={name}
              readOnly={isMade}
              onChange={({ target }) => onName(target.value)}
            />
          )}
        </Field>
      </div>
    </Part>
  )
}

function ValueField({ field, official, isMade }: { field: OfficialField; official: Official; isMade: boolean }) {
  const t = useText()
  const fault = official.faultOf(field)
  const refusal = official.refusalOf(field)
  const error = fault
    ? t(`connections.official.wrong.${fault}`)
    : refusal && t(`connections.official.bad.${refusal.check}`)
  return (
    <Field
      label={t(`connections.official.field.${field}`)}
      error={error}
      hint={
        <span className="where">
          <Rich text={t(`connections.official.where.${field}`)} />
        </span>
      }
    >
      {(control) => (
        <input
          {...control}
          className="input font-mono"
          type={secret.has(field) ? 'password' : 'text'}
          inputMode={secret.has(field) ? undefined : 'numeric'}
          autoComplete={secret.has(field) ? 'new-password' : 'off'}
          spellCheck={false}
          maxLength={1000}
          value={isMade && secret.has(field) ? '' : official.values[field]}
          placeholder={isMade && secret.has(field) ? '••••••••••••' : undefined}
          readOnly={isMade}
          onChange={({ target }) => official.setValue(field, target.value)}
          onBlur={() => official.leave(field)}
        />
      )}
    </Field>
  )
}
