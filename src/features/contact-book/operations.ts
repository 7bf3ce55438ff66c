import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    ContactCategories: [
      ['as categorias de contatos', 'uma categoria de contatos'],
      ['las categorías de contactos', 'una categoría de contactos'],
      ['Kişi kategorilerini', 'Kişi kategorisi', 'Bir kişi kategorisini'],
    ],
    Contacts: [
      ['os contatos', 'um contato'],
      ['los contactos', 'un contacto'],
      ['Kişileri', 'Kişi', 'Bir kişiyi'],
    ],
  },
  summaries: {
    getContactsByIdIdentity: [
      'Ler o que diz quem é um contato',
      'Leer lo que dice quién es un contacto',
      'Bir kişinin kim olduğunu söyleyenleri oku',
    ],
    getContact: ['Listar contatos para escolher', 'Listar contactos para elegir', 'Seçilebilecek kişileri listele'],
    putContactsBlockById: [
      'Bloquear ou desbloquear um contato',
      'Bloquear o desbloquear un contacto',
      'Bir kişiyi engelle veya engelini kaldır',
    ],
    putContactsCategory: [
      'Definir a categoria de vários contatos',
      'Definir la categoría de varios contactos',
      'Birkaç kişinin kategorisini belirle',
    ],
    getContactsCheckByNumber: [
      'Verificar se um número tem WhatsApp',
      'Verificar si un número tiene WhatsApp',
      'Bir numaranın WhatsApp’ta olup olmadığını denetle',
    ],
    postContactsDelete: ['Excluir vários contatos', 'Eliminar varios contactos', 'Birkaç kişiyi sil'],
    getContactsDialing: [
      'Ler o país e o DDD dos números digitados sem eles',
      'Leer el país y el área de los números escritos sin ellos',
      'Ülke ve alan kodu olmadan yazılan numaraların kodlarını oku',
    ],
    getContactsDuplicates: [
      'Listar contatos que podem ser a mesma pessoa',
      'Listar contactos que pueden ser la misma persona',
      'Aynı kişi olabilecek kayıtları listele',
    ],
    postContactsDuplicatesApart: [
      'Marcar contatos como pessoas diferentes',
      'Marcar contactos como personas distintas',
      'Kayıtları farklı kişiler olarak işaretle',
    ],
    getContactsExport: [
      'Baixar os contatos em uma planilha',
      'Descargar los contactos en una hoja de cálculo',
      'Kişileri tablo olarak indir',
    ],
    postContactsImport: [
      'Importar os contatos de um telefone',
      'Importar los contactos de un teléfono',
      'Bir telefonun kişilerini içe aktar',
    ],
    postContactsImportChats: [
      'Importar as pessoas das conversas de um telefone',
      'Importar a las personas de los chats de un teléfono',
      'Bir telefonun sohbetlerindeki kişileri içe aktar',
    ],
    getContactsImports: [
      'Listar as importações de contatos',
      'Listar las importaciones de contactos',
      'Kişi içe aktarmalarını listele',
    ],
    getContactsImportsExample: [
      'Baixar uma planilha de exemplo de contatos',
      'Descargar una hoja de ejemplo de contactos',
      'Örnek bir kişi tablosu indir',
    ],
    getContactsImportsById: [
      'Ler uma importação de contatos',
      'Leer una importación de contactos',
      'Bir kişi içe aktarmasını oku',
    ],
    postContactsImportsByIdCancel: [
      'Cancelar uma importação de contatos',
      'Cancelar una importación de contactos',
      'Bir kişi içe aktarmasını iptal et',
    ],
    getContactsImportsByIdErrors: [
      'Baixar as linhas que uma importação recusou',
      'Descargar las filas que una importación rechazó',
      'Bir içe aktarmanın reddettiği satırları indir',
    ],
    postContactsImportsByIdStart: [
      'Começar uma importação de contatos',
      'Empezar una importación de contactos',
      'Bir kişi içe aktarmasını başlat',
    ],
    postContactsMerge: ['Juntar dois contatos', 'Unir dos contactos', 'İki kişiyi birleştir'],
    getContactsMerges: [
      'Listar as junções de contatos',
      'Listar las uniones de contactos',
      'Kişi birleştirmelerini listele',
    ],
    postContactsMergesByIdUndo: ['Desfazer uma junção', 'Deshacer una unión', 'Bir birleştirmeyi geri al'],
    putContactsToggleAcceptAudioById: [
      'Aceitar ou recusar áudios de um contato',
      'Aceptar o rechazar audios de un contacto',
      'Bir kişinin sesli mesajlarını kabul et veya reddet',
    ],
    postContactsUpload: ['Enviar uma planilha de contatos', 'Subir una hoja de contactos', 'Bir kişi tablosu yükle'],
    postContactsUsername: [
      'Criar um contato pelo nome de usuário do WhatsApp',
      'Crear un contacto por su nombre de usuario de WhatsApp',
      'WhatsApp kullanıcı adıyla kişi oluştur',
    ],
    getContactsByIdDeletion: [
      'Ler o que se perde ao excluir um contato',
      'Leer lo que se pierde al eliminar un contacto',
      'Bir kişi silinince nelerin gideceğini oku',
    ],
    getContactsByIdMerges: [
      'Listar as junções de um contato',
      'Listar las uniones de un contacto',
      'Bir kişinin birleştirmelerini listele',
    ],
    getContactsByIdPictureByVersion: [
      'Ler a foto de um contato',
      'Leer la foto de un contacto',
      'Bir kişinin fotoğrafını oku',
    ],
  },
}
