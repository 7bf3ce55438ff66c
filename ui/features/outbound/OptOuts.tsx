import { BellOff, Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { CreateOptOut, type OptOut } from '../../../src/outbound/contract'
import { FormDialog } from '../../shared/form/FormDialog'
import { useForm } from '../../shared/form/useForm'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { SearchBox } from '../../shared/kit/SearchBox'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import type { Column } from '../../shared/table/columns'
import { DataTable } from '../../shared/table/DataTable'
import { useRowDialog } from '../../shared/table/useRowDialog'
import type { View } from '../../shared/table/useView'
import { NumberField } from '../contacts/NumberField'
import { optOuts } from './api'
import type { CampaignSettingsView } from './view'

/** The opt-outs, by keyword or by hand; they apply to every campaign. */
export function OptOuts({ view }: { view: View<CampaignSettingsView> }) {
  const t = useText()
  const { phone } = useFormat()
  const { search } = view.now
  const rows = useRows(
    optOuts,
    useMemo(() => ({ search }), [search]),
  )
  const { what, row, open, close } = useRowDialog<OptOut, 'add' | 'remove'>(rows.all)
  const nameOf = ({ name, number }: OptOut) => name || (number ? phone(number) : t('outbound.optOut.erased'))
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-6 py-3 max-sm:px-4">
        <p className="mr-auto max-w-xl text-sm text-muted">{t('outbound.optOut.hint')}</p>
        <SearchBox
          className="w-56!"
          label={t('common.searchNameOrNumber')}
          value={search ?? ''}
          onSearch={(words) => view.change({ search: words || undefined })}
        />
        <Button icon={<Plus />} onClick={() => open('add')}>
          {t('outbound.optOut.add')}
        </Button>
      </div>
      <DataTable
        rows={rows}
        columns={useColumns()}
        view={{ sort: '', desc: false, sortBy: () => undefined, isNarrowed: Boolean(search) }}
        actions={(one) => [
          {
            label: t('outbound.optOut.remove', { name: nameOf(one) }),
            icon: <Trash2 />,
            onSelect: () => open('remove', one),
          },
        ]}
        empty={<EmptyState icon={<BellOff />} title={t('outbound.optOut.empty')} />}
        noMatch={<EmptyState icon={<BellOff />} title={t('outbound.optOut.noMatch')} />}
      />
      {what === 'add' && <AddDialog onClose={close} />}
      {what === 'remove' && row && <RemoveDialog id={row.id} name={nameOf(row)} onClose={close} />}
    </>
  )
}

function useColumns(): Column<OptOut>[] {
  const t = useText()
  const { phone, dateTime } = useFormat()
  return [
    { id: 'name', head: t('common.field.name'), cell: ({ name }) => name || '–' },
    {
      id: 'number',
      head: t('common.field.number'),
      width: '13rem',
      phone: 'bare',
      cell: ({ number, contactId }) =>
        number ? (
          phone(number)
        ) : contactId === null ? (
          <span className="text-muted">{t('outbound.optOut.erased')}</span>
        ) : (
          '–'
        ),
    },
    {
      id: 'by',
      head: t('outbound.optOut.by'),
      width: '26%',
      phone: 'line',
      cell: ({ word, user, whatsapp }) =>
        word !== null ? t('outbound.optOut.wrote', { word, name: whatsapp?.name ?? '' }) : (user?.name ?? '–'),
    },
    {
      id: 'at',
      head: t('common.field.when'),
      width: '11rem',
      phone: 'end',
      cell: ({ at }) => <span className="nums">{dateTime(at)}</span>,
    },
  ]
}

function AddDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  const { create } = useCrud(optOuts)
  const form = useForm(CreateOptOut, { number: '' })
  return (
    <FormDialog
      form={form}
      title={t('outbound.optOut.add')}
      action={t('common.act.add')}
      onSave={async (values) => {
        await create(values)
        toast.success(t('outbound.optOut.added'))
        onClose()
      }}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('outbound.optOut.addHint')}</p>
      <NumberField form={form} name="number" label={t('common.field.number')} autoFocus />
    </FormDialog>
  )
}

function RemoveDialog({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(optOuts)
  return (
    <DeleteDialog
      title={t('outbound.optOut.removeTitle', { name })}
      confirm={t('outbound.optOut.removeIt')}
      done={t('outbound.optOut.removed')}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => <p>{t('outbound.optOut.removeText')}</p>}
    </DeleteDialog>
  )
}
