import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { httpMethods } from '../../../../src/features/flows/format/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { IconButton } from '../../../shared/kit/IconButton'
import { toast } from '../../../shared/kit/toast'
import { setSecret } from '../api'
import { asVariable, Bare, Choice, Lines, Rows, Value, Words } from '../fields'
import type { Draft } from '../useDraft'
import type { FieldsProps } from './FieldsProps'

export function HttpFields({ node, draft, names, change }: FieldsProps<'http'>) {
  const t = useText()
  return (
    <>
      <Choice
        label={t('flows.pane.method')}
        value={node.method}
        options={httpMethods.map((id) => ({ id, label: id }))}
        onChange={(method) => change({ ...node, method }, 'method')}
      />
      <Words
        label={t('flows.pane.address')}
        value={node.url}
        names={names}
        max={2000}
        onChange={(url) => change({ ...node, url }, 'url')}
      />
      <Rows
        label={t('flows.pane.headers')}
        rows={node.headers}
        most={20}
        blank={() => ({ name: '', value: '' })}
        onChange={(headers) => change({ ...node, headers }, 'headers')}
        addLabel={t('flows.pane.addHeader')}
        removeLabel={(number) => t('flows.pane.removeHeader', { number })}
        render={(one, number, put) => (
          <>
            <Bare
              label={t('flows.pane.headerName', { number })}
              value={one.name}
              max={100}
              onChange={(name) => put({ ...one, name })}
            />
            <Value
              label={t('flows.pane.headerValue', { number })}
              value={one.value}
              names={[...names, ...draft.stored.secrets.map((name) => `secret.${name}`)]}
              max={1000}
              onChange={(value) => put({ ...one, value })}
            />
          </>
        )}
      />
      {node.method !== 'GET' && (
        <Words
          label={t('flows.pane.body')}
          value={node.body}
          names={names}
          max={10_000}
          onChange={(body) => change({ ...node, body }, 'body')}
        />
      )}
      <Rows
        label={t('flows.pane.map')}
        rows={node.map}
        most={20}
        blank={() => ({ path: '', var: '' })}
        onChange={(map) => change({ ...node, map }, 'map')}
        addLabel={t('flows.pane.addPath')}
        removeLabel={(number) => t('flows.pane.removePath', { number })}
        render={(one, number, put) => (
          <>
            <Bare
              label={t('flows.pane.path', { number })}
              placeholder="data.id"
              value={one.path}
              max={200}
              onChange={(path) => put({ ...one, path })}
            />
            <Bare
              label={t('flows.pane.variable', { number })}
              value={one.var}
              max={40}
              onChange={(typed) => put({ ...one, var: asVariable(typed) })}
            />
          </>
        )}
      />
      <Lines
        label={t('flows.pane.example')}
        hint={t('flows.pane.exampleHint')}
        value={node.example}
        max={10_000}
        onChange={(example) => change({ ...node, example }, 'example')}
      />
      <Secrets draft={draft} />
    </>
  )
}

function Secrets({ draft }: { draft: Draft }) {
  const t = useText()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const store = async (of: string, to: string) => {
    try {
      draft.add(await setSecret(draft.id, { name: of, value: to }))
      setName('')
      setValue('')
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <fieldset className="field">
      <legend className="mb-1 text-sm font-medium">{t('flows.pane.secrets')}</legend>
      {draft.stored.secrets.map((one) => (
        <div key={one} className="flow-row grid-cols-[minmax(0,1fr)_2rem]">
          <span className="var justify-self-start">secret.{one}</span>
          <IconButton label={t('flows.pane.removeSecret', { name: one })} onClick={() => void store(one, '')}>
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <div className="grid grid-cols-2 gap-1.5">
        <Bare
          label={t('flows.pane.secretName')}
          placeholder={t('flows.pane.name')}
          value={name}
          max={30}
          onChange={(typed) => setName(typed.replace(/\W/g, ''))}
        />
        <input
          className="input min-w-0"
          type="password"
          autoComplete="new-password"
          aria-label={t('flows.pane.secretValue')}
          value={value}
          maxLength={1000}
          onChange={({ target }) => setValue(target.value)}
        />
      </div>
      <Button
        size="sm"
        tone="plain"
        className="justify-self-start"
        disabled={name === '' || value === ''}
        onClick={() => void store(name, value)}
      >
        {t('flows.pane.saveSecret')}
      </Button>
      <small>{t('flows.pane.secretsHint', { example: '{{secret.erp}}' })}</small>
    </fieldset>
  )
}
