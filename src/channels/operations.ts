import type { Operations } from '../platform/operations'

export const operations: Operations = {
  nouns: {
    Whatsapp: [
      ['as conexões', 'uma conexão'],
      ['las conexiones', 'una conexión'],
      ['Bağlantıları', 'Bağlantı', 'Bir bağlantıyı'],
    ],
  },
  summaries: {
    postFacebook: [
      'Conectar todas as páginas de uma pessoa com um token do botão do Facebook',
      'Conectar todas las páginas de una persona con un token del botón de Facebook',
      'Facebook düğmesinin belirteciyle bir kişinin tüm sayfalarını bağla',
    ],
    postFacebookPages: [
      'Conectar as páginas e contas do Instagram escolhidas',
      'Conectar las páginas y cuentas de Instagram elegidas',
      'Seçilen sayfaları ve Instagram hesaplarını bağla',
    ],
    postFacebookSignIn: [
      'Começar a entrada na Meta para conectar páginas',
      'Empezar el inicio de sesión con Meta para conectar páginas',
      'Sayfa bağlamak için Meta oturumu açmaya başla',
    ],
    postFacebookSignInFinish: [
      'Terminar a entrada na Meta e listar as páginas encontradas',
      'Terminar el inicio de sesión con Meta y listar las páginas encontradas',
      'Meta oturumunu tamamla ve bulunan sayfaları listele',
    ],
    getMetaFilesByLinkByName: [
      'Baixar um arquivo que a Meta vai entregar',
      'Descargar un archivo que Meta va a entregar',
      'Meta’nın ileteceği bir dosyayı indir',
    ],
    postMetaDeauthorize: [
      'Saber pela Meta que uma pessoa removeu o aplicativo',
      'Saber por Meta que una persona quitó la aplicación',
      'Bir kişinin uygulamayı kaldırdığını Meta’dan öğren',
    ],
    postMetaDeletion: [
      'Saber pela Meta que uma pessoa quer seus dados excluídos',
      'Saber por Meta que una persona quiere eliminar sus datos',
      'Bir kişinin verilerinin silinmesini istediğini Meta’dan öğren',
    ],
    getMetaDeletionByCode: [
      'Ler em que ponto está um pedido de exclusão de dados',
      'Leer en qué punto está una solicitud de eliminación de datos',
      'Bir veri silme isteğinin durumunu oku',
    ],
    getMetaWebhook: [
      'Confirmar à Meta o endereço dos webhooks',
      'Confirmar a Meta la dirección de los webhooks',
      'Webhook adresini Meta’ya doğrula',
    ],
    postMetaWebhook: ['Receber os webhooks da Meta', 'Recibir los webhooks de Meta', 'Meta’nın webhook’larını al'],
    postWhatsappOfficialCheck: [
      'Conferir os valores de um número oficial do WhatsApp',
      'Comprobar los valores de un número oficial de WhatsApp',
      'Resmî bir WhatsApp numarasının değerlerini denetle',
    ],
    getWhatsappOfficialSignIn: [
      'Dizer se números oficiais podem ser ligados pelo cadastro da Meta',
      'Decir si se pueden conectar números oficiales con el registro de Meta',
      'Resmî numaraların Meta kaydıyla bağlanıp bağlanamayacağını söyle',
    ],
    postWhatsappOfficialSignIn: [
      'Começar o cadastro da Meta para conectar números oficiais',
      'Empezar el registro de Meta para conectar números oficiales',
      'Resmî numara bağlamak için Meta kaydına başla',
    ],
    postWhatsappOfficialSignInFinish: [
      'Terminar o cadastro da Meta e listar os números encontrados',
      'Terminar el registro de Meta y listar los números encontrados',
      'Meta kaydını tamamla ve bulunan numaraları listele',
    ],
    postWhatsappOfficialNumbers: [
      'Conectar os números oficiais escolhidos',
      'Conectar los números oficiales elegidos',
      'Seçilen resmî numaraları bağla',
    ],
    getWhatsappByIdWebhook: [
      'Perguntar à Meta para onde ela envia os avisos de um número oficial',
      'Preguntar a Meta adónde envía los avisos de un número oficial',
      'Meta’nın resmî bir numaranın bildirimlerini nereye gönderdiğini sor',
    ],
    postPasskeyAnswer: [
      'Responder ao pedido de passkey do WhatsApp',
      'Responder a la petición de passkey de WhatsApp',
      'WhatsApp’ın geçiş anahtarı isteğini yanıtla',
    ],
    postPasskeyConfirm: [
      'Confirmar o telefone vinculado',
      'Confirmar el teléfono vinculado',
      'Bağlanan telefonu onayla',
    ],
    postPasskeyOpen: [
      'Abrir um link que passa adiante o pedido de passkey',
      'Abrir un enlace que entrega la petición de passkey',
      'Geçiş anahtarı isteğini aktaran bir bağlantıyı aç',
    ],
    postPasskeyState: [
      'Ler em que ponto está um pedido de passkey',
      'Leer en qué punto está una petición de passkey',
      'Bir geçiş anahtarı isteğinin durumunu oku',
    ],
    postWhatsappRestart: [
      'Reiniciar todas as conexões',
      'Reiniciar todas las conexiones',
      'Tüm bağlantıları yeniden başlat',
    ],
    getWhatsappByIdHealth: [
      'Ler a saúde de uma conexão',
      'Leer la salud de una conexión',
      'Bir bağlantının sağlık durumunu oku',
    ],
    deleteWhatsappByIdImport: [
      'Parar a importação do histórico de um telefone',
      'Detener la importación del historial de un teléfono',
      'Bir telefonun geçmişinin içe aktarılmasını durdur',
    ],
    deleteWhatsappByIdMediaUpload: [
      'Remover o arquivo da saudação de uma conexão',
      'Quitar el archivo del saludo de una conexión',
      'Bir bağlantının karşılama dosyasını kaldır',
    ],
    getWhatsappByIdMediaUpload: [
      'Baixar o arquivo da saudação de uma conexão',
      'Descargar el archivo del saludo de una conexión',
      'Bir bağlantının karşılama dosyasını indir',
    ],
    postWhatsappByIdMediaUpload: [
      'Enviar o arquivo da saudação de uma conexão',
      'Subir el archivo del saludo de una conexión',
      'Bir bağlantının karşılama dosyasını yükle',
    ],
    postWhatsappByIdToken: [
      'Renovar o token de uma conexão',
      'Renovar el token de una conexión',
      'Bir bağlantının belirtecini yenile',
    ],
    deleteWhatsappsessionById: ['Desconectar uma conexão', 'Desconectar una conexión', 'Bir bağlantının bağını kes'],
    postWhatsappsessionById: [
      'Vincular uma conexão por QR code ou número',
      'Vincular una conexión por código QR o número',
      'Bir bağlantıyı QR kodu veya numarayla bağla',
    ],
    putWhatsappsessionById: [
      'Vincular de novo uma conexão por QR code',
      'Vincular de nuevo una conexión por código QR',
      'Bir bağlantıyı QR koduyla yeniden bağla',
    ],
    deleteWhatsappsessionByIdPasskey: [
      'Cancelar o vínculo por passkey',
      'Cancelar el vínculo por passkey',
      'Geçiş anahtarıyla bağlamayı iptal et',
    ],
    getWhatsappsessionByIdPasskey: [
      'Ler em que ponto está o vínculo por passkey',
      'Leer en qué punto está el vínculo por passkey',
      'Geçiş anahtarıyla bağlamanın nereye geldiğini oku',
    ],
    postWhatsappsessionByIdPasskey: [
      'Começar o vínculo por passkey',
      'Empezar el vínculo por passkey',
      'Geçiş anahtarıyla bağlamayı başlat',
    ],
    postWhatsappsessionByIdPasskeyConfirm: [
      'Confirmar o vínculo por passkey',
      'Confirmar el vínculo por passkey',
      'Geçiş anahtarıyla bağlamayı onayla',
    ],
    postWhatsappsessionByIdPasskeyLink: [
      'Criar um link que passa adiante o pedido de passkey',
      'Crear un enlace que entrega la petición de passkey',
      'Geçiş anahtarı isteğini aktaran bir bağlantı oluştur',
    ],
  },
}
