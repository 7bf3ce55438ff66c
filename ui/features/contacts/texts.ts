import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('contacts', {
  'pt-BR': {
    title: 'Contatos',
    search: 'Buscar nome ou número',
    new: 'Novo contato',
    column: { id: 'ID', name: 'Nome', number: 'Número', email: 'E-mail', state: 'Situação' },
    state: { label: 'Situação', active: 'Ativos', blocked: 'Bloqueados' },
    active: 'Ativo',
    blocked: 'Bloqueado',
    edit: 'Editar {name}',
    empty: {
      title: 'Nenhum contato ainda',
      text: 'Quem escreve para a empresa aparece aqui. Você também pode criar ou importar contatos.',
    },
    noMatch: 'A busca olha nomes e números.',
  },
  en: {
    title: 'Contacts',
    search: 'Search name or number',
    new: 'New contact',
    column: { id: 'ID', name: 'Name', number: 'Number', email: 'E-mail', state: 'Status' },
    state: { label: 'Status', active: 'Active', blocked: 'Blocked' },
    active: 'Active',
    blocked: 'Blocked',
    edit: 'Edit {name}',
    empty: {
      title: 'No contacts yet',
      text: 'Whoever writes to the company appears here. You can also create or import contacts.',
    },
    noMatch: 'The search looks at names and numbers.',
  },
  es: {
    title: 'Contactos',
    search: 'Buscar nombre o número',
    new: 'Nuevo contacto',
    column: { id: 'ID', name: 'Nombre', number: 'Número', email: 'Correo', state: 'Estado' },
    state: { label: 'Estado', active: 'Activos', blocked: 'Bloqueados' },
    active: 'Activo',
    blocked: 'Bloqueado',
    edit: 'Editar {name}',
    empty: {
      title: 'Aún no hay contactos',
      text: 'Quien escribe a la empresa aparece aquí. También puede crear o importar contactos.',
    },
    noMatch: 'La búsqueda mira nombres y números.',
  },
  tr: {
    title: 'Kişiler',
    search: 'Ad veya numara ara',
    new: 'Yeni kişi',
    column: { id: 'ID', name: 'Ad', number: 'Numara', email: 'E-posta', state: 'Durum' },
    state: { label: 'Durum', active: 'Etkin', blocked: 'Engellenen' },
    active: 'Etkin',
    blocked: 'Engellendi',
    edit: '{name} kişisini düzenle',
    empty: {
      title: 'Henüz kişi yok',
      text: 'Şirkete yazanlar burada görünür. Kişi oluşturabilir veya içe aktarabilirsiniz de.',
    },
    noMatch: 'Arama adlara ve numaralara bakar.',
  },
})
