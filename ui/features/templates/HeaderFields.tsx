import { useState } from 'react'
import { capabilitiesOf } from '../../../src/channels/capabilities'
import { type FileKind, TEMPLATE_SHORT_LENGTH } from '../../../src/channels/templates/filling/contract'
import { exampleTypes } from '../../../src/channels/templates/writing/contract'
import { errorText } from '../../shared/errorText'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { FileBox } from '../../shared/form/FileBox'
import { FormField } from '../../shared/form/FormField'
import { fieldError } from '../../shared/form/fieldError'
import { useText } from '../../shared/i18n/useText'
import { Loading } from '../../shared/kit/Loading'
import { Segment } from '../../shared/kit/Segment'
import { uploadExample } from './api'
import type { TemplateFormState } from './TemplateForm'

const kinds = ['none', 'text', 'image', 'video', 'document'] as const
type Kind = (typeof kinds)[number]

type Props = {
  form: TemplateFormState
  whatsappId: number
  file: File | null
  onFile(file: File | null): void
  /** Meta wants the example of a header again. */
  isChange: boolean
}

/** What stands above the text: nothing, a heading, or a file, of which Meta gets an example. */
export function HeaderFields({ form, whatsappId, file, onFile, isChange }: Props) {
  const t = useText()
  const ofFile = form.watch('headerFile')?.kind
  const [kind, setKind] = useState<Kind>(ofFile ?? (form.getValues('header') ? 'text' : 'none'))
  const choose = (next: Kind) => {
    setKind(next)
    onFile(null)
    form.setValue('header', '', { shouldDirty: true })
    const isFile = next !== 'none' && next !== 'text'
    form.setValue('headerFile', isFile ? { kind: next, handle: '' } : null, { shouldDirty: true })
    form.clearErrors(['header', 'headerFile'])
  }
  return (
    <>
      <FieldGroup label={t('templates.form.header')} optional>
        <Segment
          label={t('templates.form.header')}
          className="w-fit max-w-full flex-wrap"
          items={kinds.map((id) => ({ id, label: t(`templates.form.headerKind.${id}`) }))}
          value={kind}
          onChange={choose}
        />
      </FieldGroup>
      {kind === 'text' && (
        <FormField form={form} name="header" label={t('templates.form.headerText')} maxLength={TEMPLATE_SHORT_LENGTH} />
      )}
      {ofFile && (
        <ExampleFileBox
          key={ofFile}
          form={form}
          kind={ofFile}
          whatsappId={whatsappId}
          file={file}
          onFile={onFile}
          isChange={isChange}
        />
      )}
    </>
  )
}

const limits = capabilitiesOf('whatsapp_cloud').files
const typesOf = (kind: FileKind): string =>
  Object.keys(exampleTypes)
    .filter((type) => exampleTypes[type] === kind)
    .join(',')

/** Uploads the file as soon as it is chosen. */
function ExampleFileBox({ form, kind, whatsappId, file, onFile, isChange }: Props & { kind: FileKind }) {
  const t = useText()
  const [isUploading, setUploading] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const missing = fieldError(t, form.getFieldState('headerFile.handle', form.formState).error)
  const note = (handle: string) =>
    form.setValue('headerFile', { kind, handle }, { shouldDirty: true, shouldValidate: handle !== '' })
  async function take(chosen: File | null) {
    setRefusal(undefined)
    form.clearErrors('headerFile')
    note('')
    onFile(chosen)
    if (!chosen) return
    setUploading(true)
    try {
      note((await uploadExample(whatsappId, chosen)).handle)
    } catch (failure) {
      onFile(null)
      setRefusal(errorText(t, failure))
    } finally {
      setUploading(false)
    }
  }
  return (
    <>
      <FileBox
        label={t('templates.form.exampleFile')}
        hint={t(isChange ? 'templates.form.exampleAgain' : 'templates.form.exampleFileHint')}
        maxBytes={limits[kind]?.bytes ?? 0}
        accept={typesOf(kind)}
        shown={file}
        error={refusal ?? missing}
        onChange={(chosen) => void take(chosen)}
        onRefuse={setRefusal}
      />
      {isUploading && <Loading className="text-xs text-muted">{t('templates.form.uploading')}</Loading>}
    </>
  )
}
