import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { CAMPAIGN_TEXT_LENGTH, CAMPAIGN_TEXTS, type Campaign } from '../../../../src/features/campaigns/contract'
import { variableNames } from '../../../../src/tickets/variables/contract'
import { FormField } from '../../../shared/form/FormField'
import { TemplateField } from '../../../shared/form/TemplateField'
import { ToggleField } from '../../../shared/form/ToggleField'
import { useField } from '../../../shared/form/useField'
import type { Form } from '../../../shared/form/useForm'
import { VariableEditor } from '../../../shared/form/VariableEditor'
import { useText } from '../../../shared/i18n/useText'
import { FieldError } from '../../../shared/kit/Field'
import { IconButton } from '../../../shared/kit/IconButton'
import { VariableText } from '../../../shared/kit/VariableText'
import { campaignSettingsQuery } from '../../outbound/api'
import { type DraftValues, type TextName, textNames } from '../spec'
import { CampaignFile } from './CampaignFile'
import { PhonePreview } from './PhonePreview'
import type { Draft } from './useDraft'
import { WorkPart } from './WorkPart'

type DraftForm = Form<DraftValues, DraftValues>
type Props = {
  form: DraftForm
  values: DraftValues
  draft: Draft
  stored: Campaign | null
  isOpen: boolean
  done: boolean
  /** The connection whose channel sends templates outside of the reply window; null: another channel. */
  templatesOf: number | null
}

/** Name, texts, file, confirmation question, and a preview for one recipient. */
export function MessagePart({ form, values, draft, stored, isOpen, done, templatesOf }: Props) {
  const t = useText()
  const own = useQuery(campaignSettingsQuery).data?.variables ?? []
  const names = [...variableNames, ...own.map(({ key }) => key)]
  const [shown, setShown] = useState<TextName>('message1')
  return (
    <WorkPart
      part="message"
      isDone={done}
      isOpen={isOpen}
      aside={t(templatesOf === null ? 'campaigns.editor.oneText' : 'campaigns.editor.textOrTemplate')}
      beside={<PhonePreview draft={draft} stored={stored} shown={shown} />}
    >
      <FormField
        form={form}
        name="name"
        label={t('campaigns.editor.name')}
        maxLength={50}
        autoComplete="off"
        autoFocus={isOpen && values.name === ''}
      />
      {templatesOf !== null && isOpen && (
        <TemplateField
          key={templatesOf}
          form={form}
          name="template"
          connectionId={templatesOf}
          names={names}
          label={t('campaigns.editor.template')}
          hint={t('campaigns.editor.templateHint')}
        />
      )}
      <Texts
        kind="message"
        label={t(templatesOf === null ? 'campaigns.editor.texts' : 'campaigns.editor.textsInWindow')}
        {...{ form, values, names, isOpen }}
        onShow={setShown}
      />
      <CampaignFile draft={draft} stored={stored} isOpen={isOpen} />
      {(templatesOf === null || values.confirmation) && (
        <ToggleField
          form={form}
          name="confirmation"
          label={t('campaigns.editor.confirmation')}
          hint={t('campaigns.editor.confirmationHint')}
        />
      )}
      {values.confirmation && (
        <Texts
          kind="confirmationMessage"
          label={t('campaigns.editor.questions')}
          {...{ form, values, names, isOpen }}
          onShow={setShown}
        />
      )}
    </WorkPart>
  )
}

type TextsProps = {
  kind: 'message' | 'confirmationMessage'
  label: string
  form: DraftForm
  values: DraftValues
  names: readonly string[]
  isOpen: boolean
  onShow(name: TextName): void
}

/** One to five texts, one of which is visible. */
function Texts({ kind, label, form, values, names, isOpen, onShow }: TextsProps) {
  const t = useText()
  const all = textNames(kind)
  const filled = all.findLastIndex((name) => values[name].trim() !== '') + 1
  const [opened, setOpened] = useState(Math.max(1, filled))
  const count = Math.max(opened, filled)
  const [at, setAt] = useState(0)
  const name = all[Math.min(at, count - 1)] ?? 'message1'
  const faulty = all.findIndex((one) => form.getFieldState(one, form.formState).error !== undefined)
  const [known, setKnown] = useState(faulty)
  // An error in a hidden text selects it.
  if (known !== faulty) {
    setKnown(faulty)
    if (faulty >= 0) setAt(faulty)
  }
  const choose = (next: number) => {
    setAt(next)
    onShow(all[next] ?? 'message1')
  }
  if (!isOpen)
    return (
      <div className="grid gap-2">
        <span className="text-sm font-medium">{label}</span>
        {all.flatMap((one) =>
          values[one].trim() === ''
            ? []
            : [
                <p
                  key={one}
                  className="whitespace-pre-wrap wrap-anywhere py-2 px-3 rounded-field bg-base-200 text-base/5.5"
                >
                  <VariableText text={values[one]} names={names} />
                </p>,
              ],
        )}
      </div>
    )
  /** The others move up. */
  const remove = () => {
    for (let place = at; place < all.length; place++) {
      const [one, next] = [all[place], all[place + 1]]
      if (one) form.setValue(one, next ? values[next] : '', { shouldDirty: true })
    }
    setOpened(count - 1)
    choose(Math.max(0, at - 1))
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-1">
        <span className="mr-auto text-sm font-medium text-balance" aria-hidden="true">
          {label}
        </span>
        {count > 1 && (
          <IconButton size="xs" label={t('campaigns.editor.removeText', { number: at + 1 })} onClick={remove}>
            <X />
          </IconButton>
        )}
        <fieldset className="segment" aria-label={label}>
          {all.slice(0, count).map((one, place) => (
            <button
              key={one}
              type="button"
              aria-pressed={place === at}
              aria-label={t('campaigns.editor.text', { number: place + 1 })}
              onClick={() => choose(place)}
            >
              {place + 1}
            </button>
          ))}
          {count < CAMPAIGN_TEXTS && (
            <button
              type="button"
              aria-label={t('campaigns.editor.moreTexts')}
              title={t('campaigns.editor.moreTexts')}
              onClick={() => {
                setOpened(count + 1)
                choose(count)
              }}
            >
              <Plus className="size-3.5!" />
            </button>
          )}
        </fieldset>
      </div>
      <OneText
        key={name}
        form={form}
        name={name}
        label={t('campaigns.editor.text', { number: at + 1 })}
        names={names}
      />
    </div>
  )
}

type OneProps = { form: DraftForm; name: TextName; label: string; names: readonly string[] }

function OneText({ form, name, label, names }: OneProps) {
  const { value, onChange, onBlur, ref, error } = useField<string, DraftValues, DraftValues>(form, name)
  return (
    <div className="field campaign-text">
      <VariableEditor
        label={label}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        ref={ref}
        max={CAMPAIGN_TEXT_LENGTH}
        isInvalid={error !== undefined}
        names={names}
      />
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </div>
  )
}
