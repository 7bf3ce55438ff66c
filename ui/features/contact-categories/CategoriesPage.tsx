import { FolderOpen, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import {
  CATEGORY_LENGTH,
  type ContactCategory,
  CreateCategory,
} from '../../../src/features/contact-book/categories/contract'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { StatusDot } from '../../shared/kit/StatusDot'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { categories, fetchCategory } from '../contacts/categories/api'
import { shownCategories } from './spec'
import { CategoriesView } from './view'

/** Values for the company's lists; so far the categories of contacts. */
export function CategoriesPage() {
  return useMay()('parameters-page:change') ? <Categories /> : <RefusedPage needs="parameters-page:change" />
}

function Categories() {
  const t = useText()
  const rows = useRows(categories)
  const view = useView(CategoriesView)
  const { what, row, open, close } = useRowDialog<ContactCategory, 'create' | 'edit' | 'delete'>(rows.all)
  return (
    <ListPage
      title={t('contactCategories.title')}
      count={rows.all && t('contactCategories.count', { count: rows.all.length })}
      rows={rows}
      shown={shownCategories(rows.all ?? [], view.now)}
      columns={useColumns()}
      view={view}
      search={t('contactCategories.search')}
      action={{ label: t('contactCategories.new'), onSelect: () => open('create') }}
      actions={(category) => [
        {
          label: t('common.row.edit', { name: category.descricao }),
          icon: <Pencil />,
          isMain: true,
          onSelect: () => open('edit', category),
        },
        {
          label: t('common.row.delete', { name: category.descricao }),
          icon: <Trash2 />,
          onSelect: () => open('delete', category),
        },
      ]}
      tone={({ active }) => (active ? undefined : 'off')}
      flash={({ descricao, active }) => `${descricao} ${active}`}
      empty={{
        icon: <FolderOpen />,
        title: t('contactCategories.empty.title'),
        text: t('contactCategories.empty.text'),
      }}
    >
      {what === 'create' && <CategoryForm onClose={close} />}
      {what === 'edit' && row && <CategoryForm category={row} onClose={close} />}
      {what === 'delete' && row && <DeleteCategory category={row} onClose={close} />}
    </ListPage>
  )
}

function useColumns(): Column<ContactCategory>[] {
  const t = useText()
  return [
    { id: 'name', head: t('contactCategories.column.name'), sort: 'name', cell: ({ descricao }) => descricao },
    {
      id: 'state',
      head: t('contactCategories.column.active'),
      sort: 'state',
      width: '9rem',
      phone: 'end',
      cell: ({ active }) => (
        <StatusDot tone={active ? 'ok' : 'off'}>{t(active ? 'common.yes' : 'common.no')}</StatusDot>
      ),
    },
  ]
}

const Values = v.object({ ...CreateCategory.entries, active: v.boolean() })

function CategoryForm({ category, onClose }: { category?: ContactCategory; onClose(): void }) {
  const t = useText()
  const { create, update } = useCrud(categories)
  const [before] = useState(() => ({ descricao: category?.descricao ?? '', active: category?.active ?? true }))
  const form = useForm(Values, before)
  const save = async (values: v.InferOutput<typeof Values>) => {
    await (category ? update(category.id, changesOf(before, values)) : create(values))
    toast.success(t('contactCategories.saved'))
    onClose()
  }
  return (
    <FormDialog
      form={form}
      title={category ? t('common.row.edit', { name: category.descricao }) : t('contactCategories.new')}
      action={category ? t('common.save') : t('contactCategories.create')}
      onSave={save}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="descricao"
        label={t('contactCategories.column.name')}
        maxLength={CATEGORY_LENGTH}
        autoComplete="off"
        autoFocus
      />
      <ToggleField
        form={form}
        name="active"
        label={t('contactCategories.active')}
        hint={t('contactCategories.activeHint')}
      />
    </FormDialog>
  )
}

function DeleteCategory({
  category: { id, descricao: name },
  onClose,
}: {
  category: ContactCategory
  onClose(): void
}) {
  const t = useText()
  const { remove } = useCrud(categories)
  return (
    <DeleteDialog
      title={t('contactCategories.delete.title', { name })}
      confirm={t('contactCategories.delete.confirm')}
      done={t('contactCategories.delete.done')}
      counts={() => fetchCategory(id)}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {(found) => (
        <p>
          {found && found.contacts > 0
            ? t('contactCategories.delete.contacts', { count: found.contacts })
            : t('contactCategories.delete.noContacts')}
        </p>
      )}
    </DeleteDialog>
  )
}
