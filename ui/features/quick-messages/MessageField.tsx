import type { FieldValues } from 'react-hook-form'
import { QUICK_MESSAGE_LENGTH } from '../../../src/features/quick-messages/contract'
import { type FieldProps, useField } from '../../shared/form/useField'
import { VariablesField } from '../../shared/form/VariablesField'
import { useText } from '../../shared/i18n/useText'
import { useNow } from '../../shared/kit/useNow'
import { useUser } from '../../shared/session/useUser'
import { RichText } from '../messages/bubble/RichText'
import { filled } from '../messages/rules/filling'

/** The text, and a preview of it. */
export function MessageField<In extends FieldValues, Out>(props: FieldProps<In, Out, string | undefined>) {
  const { value = '' } = useField<string | undefined, In, Out>(props.form, props.name)
  return (
    <div className="grid gap-2">
      <VariablesField {...props} max={QUICK_MESSAGE_LENGTH} />
      {value.trim() !== '' && <Preview text={value} />}
    </div>
  )
}

const TICKET = 1042

function Preview({ text }: { text: string }) {
  const t = useText()
  const { company } = useUser()
  const now = new Date(useNow(60_000))
  const about = {
    contact: { name: t('quickMessages.form.sampleName'), isGroup: false },
    ticket: { id: TICKET, createdAt: now.getTime() },
  }
  return (
    <figure className="grid gap-1">
      <figcaption className="text-xs text-muted">{t('quickMessages.form.preview')}</figcaption>
      <div className="max-h-40 overflow-y-auto rounded-box bg-(--bubble-out) px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
        <RichText text={filled(text, about, company, now)} />
      </div>
    </figure>
  )
}
