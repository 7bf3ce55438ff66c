import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    ContactListItems: [
      ['os contatos de uma lista', 'um contato de uma lista'],
      ['los contactos de una lista', 'un contacto de una lista'],
      ['Bir listenin kişilerini', 'Listede kişi', 'Listedeki bir kişiyi'],
    ],
    ContactLists: [
      ['as listas de contatos', 'uma lista de contatos'],
      ['las listas de contactos', 'una lista de contactos'],
      ['Kişi listelerini', 'Kişi listesi', 'Bir kişi listesini'],
    ],
  },
  summaries: {
    postContactListItemsContacts: [
      'Pôr contatos em uma lista',
      'Añadir contactos a una lista',
      'Bir listeye kişi ekle',
    ],
    getContactListsExample: [
      'Baixar uma planilha de exemplo para uma lista de contatos',
      'Descargar una hoja de ejemplo para una lista de contactos',
      'Bir kişi listesi için örnek tablo indir',
    ],
    getContactListsImports: [
      'Listar as importações para listas de contatos',
      'Listar las importaciones a listas de contactos',
      'Kişi listelerine yapılan içe aktarmaları listele',
    ],
    getContactListsImportsExample: [
      'Baixar uma planilha de exemplo para importações',
      'Descargar una hoja de ejemplo para importaciones',
      'İçe aktarmalar için örnek tablo indir',
    ],
    getContactListsImportsById: [
      'Ler uma importação para uma lista de contatos',
      'Leer una importación a una lista de contactos',
      'Bir kişi listesine yapılan içe aktarmayı oku',
    ],
    postContactListsImportsByIdCancel: [
      'Cancelar uma importação para uma lista de contatos',
      'Cancelar una importación a una lista de contactos',
      'Bir kişi listesine yapılan içe aktarmayı iptal et',
    ],
    getContactListsImportsByIdErrors: [
      'Baixar as linhas que uma importação recusou',
      'Descargar las filas que una importación rechazó',
      'Bir içe aktarmanın reddettiği satırları indir',
    ],
    postContactListsImportsByIdStart: [
      'Começar uma importação para uma lista de contatos',
      'Empezar una importación a una lista de contactos',
      'Bir kişi listesine içe aktarmayı başlat',
    ],
    getContactListsList: [
      'Listar os nomes de todas as listas de contatos',
      'Listar los nombres de todas las listas de contactos',
      'Tüm kişi listelerinin adlarını listele',
    ],
    postContactListsByIdUpload: [
      'Enviar uma planilha para uma lista de contatos',
      'Subir una hoja de cálculo a una lista de contactos',
      'Bir kişi listesine tablo yükle',
    ],
  },
}
