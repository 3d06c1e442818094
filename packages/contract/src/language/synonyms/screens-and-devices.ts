/** Words about screens and devices. See `synonyms.ts` for how to read it. */
export const screensAndDevices = `
support supported compatible compatibility | unterstützt unterstützung kompatibel unterstützen | compatible compatibilidad soporta soporte | compatible compatibilité supporte | compatibile compatibilità supporta supportato | compatível compatibilidade suporta suporte | ondersteund compatibel ondersteunt | obsługiwany obsługuje kompatybilny zgodny | uyumlu destekleniyor destekliyor
browser | browser webbrowser | navegador navegadores | navigateur navigateurs | browser | navegador navegadores | browser browsers | przeglądarka przeglądarki | tarayıcı
mobile smartphone cellphone cell iphone android | handy smartphone mobil mobiltelefon handys | móvil móviles celular smartphone | mobile portable smartphone | cellulare smartphone mobile telefonino | telemóvel celular smartphone | mobiel mobieltje smartphone | komórka smartfon mobilny | cep mobil
app application software program | app anwendung programm software | aplicación aplicaciones programa | application applis logiciel programme | applicazione app programma | aplicação aplicativo programa | app applicatie programma | aplikacja aplikacji aplikację program | uygulama yazılım program
computer pc laptop | computer rechner pc laptop | ordenador computadora computador portátil | ordinateur ordinateurs portable pc | computer pc portatile | computador computadores portátil | computer laptop pc | komputer komputera laptop | bilgisayar dizüstü
device appliance | gerät geräte | dispositivo aparato equipo | appareil appareils dispositif | dispositivo apparecchio dispositivi | dispositivo aparelho dispositivos | apparaat apparaten toestel | urządzenie urządzenia | cihaz aygıt
offline | offline | offline | offline | offline | offline | offline | offline | çevrimdışı
online | online | online línea | ligne | online | online linha | online | online internetowy | çevrimiçi online
encrypt encryption encrypted | verschlüsseln verschlüsselung verschlüsselt | cifrar cifrado encriptar | chiffrer chiffrement chiffré crypter | crittografare cifrare crittografia cifratura | encriptar criptografia cifrar criptografar | versleutelen versleuteling versleuteld | szyfrowanie szyfrować zaszyfrować | şifreleme şifrelemek
certificate certificates ssl tls | zertifikat zertifikate | certificado certificados | certificat certificats | certificato certificati | certificado certificados | certificaat certificaten | certyfikat certyfikaty | sertifika
proxy | proxy proxyserver | proxy | proxy mandataire | proxy | proxy | proxy | proxy | proxy vekil
container containers docker | container containern docker | contenedor contenedores docker | conteneur conteneurs docker | container contenitore docker | contentor contêiner docker | container containers docker | kontener kontenery docker | konteyner docker
cloud | cloud | nube | cloud nuage | cloud nuvola | nuvem | cloud | chmura chmurze | bulut
local localhost | lokal lokale lokaler | local locales | local locale locaux | locale locali | local locais | lokaal lokale | lokalny lokalnie lokalna | yerel
remote | remote fern entfernt | remoto remota | distant distante distance | remoto remota | remoto remota | extern afstand | zdalny zdalna zdalnie | uzak uzaktan
connect connection | verbinden verbindung verbunden | conectar conexión conectado | connecter connexion connecté | connettere connessione collegare | conectar ligar conexão ligação | verbinden verbinding verbonden | połączyć połączenie podłączyć | bağlanmak bağlantı
synchronize sync synchronise synchronization | synchronisieren synchronisierung synchronisation | sincronizar sincronización | synchroniser synchronisation | sincronizzare sincronizzazione | sincronizar sincronização | synchroniseren synchronisatie | synchronizacja synchronizować | senkronizasyon eşitleme
print printer | drucken drucker ausdrucken druckt | imprimir impresora imprimo | imprimer imprimante impression | stampare stampante stampa | imprimir impressora impressão | printen afdrukken printer | drukować drukarka wydrukować | yazdırmak yazıcı
scan scanner | scannen scanner einscannen | escanear escáner | numériser scanner | scansionare scanner scansione | digitalizar digitalizador | scannen scanner | skanować skaner zeskanować | taramak
screen display monitor | bildschirm display monitor anzeige | pantalla pantallas | écran écrans affichage | schermo schermi display | ecrã tela monitor | scherm beeldscherm | ekran ekranu wyświetlacz | ekran ekranı
show display view | anzeigen zeigen ansehen angezeigt | mostrar ver visualizar | afficher voir montrer | mostrare visualizzare vedere | mostrar exibir ver | tonen weergeven bekijken | pokazać wyświetlić zobaczyć | göstermek görüntülemek
hide hidden | ausblenden verstecken verbergen versteckt | ocultar oculto esconder | masquer cacher caché | nascondere nascosto | ocultar esconder oculto | verbergen verborgen | ukryć ukryty | gizlemek gizli
copy duplicate | kopieren kopie duplizieren | copiar copia duplicar | copier copie dupliquer | copiare copia duplicare | copiar cópia duplicar | kopiëren kopie dupliceren | kopiować kopia skopiować | kopyalamak kopya
paste | einfügen eingefügt | pegar | coller | incollare | colar | plakken | wkleić wklejać | yapıştırmak
save saved store stored keep kept | speichern speichere gespeichert aufbewahren aufbewahrt | guardar guardo guardado almacenar conservar | enregistrer sauvegarder enregistré stocker conserver conservé | salvare salva salvataggio conservare conservati | guardar salvar gravar armazenar | opslaan bewaren opgeslagen bewaard | zapisać zapis zapisywać przechowywać | kaydetmek kaydet saklamak
create make | erstellen erstelle anlegen | crear creo creación | créer créez création | creare creo creazione | criar crio criação | maken aanmaken gemaakt | utworzyć stworzyć tworzyć | oluşturmak oluşturma
add append insert | hinzufügen hinzugefügt einfügen ergänzen | añadir agregar insertar | ajouter ajout insérer | aggiungere aggiungo inserire | adicionar acrescentar inserir | toevoegen invoegen toegevoegd | dodać dodawać dodanie wstawić | eklemek ekleme ekle
rename | umbenennen umbenannt | renombrar | renommer | rinominare | renomear | hernoemen | przemianować | adlandırmak
undo revert rollback | rückgängig zurücknehmen | deshacer revertir | annuler rétablir revenir | annullare ripristinare | desfazer reverter | terugdraaien ongedaan | cofnąć cofanie | geri
merge combine | zusammenführen vereinen kombinieren | combinar fusionar unir | fusionner combiner | unire combinare fondere | combinar fundir juntar unir | samenvoegen combineren | połączyć łączyć scalić | birleştirmek
split separate divide | teilen trennen aufteilen | dividir separar | diviser séparer | dividere separare | dividir separar | splitsen scheiden verdelen | podzielić rozdzielić | bölmek ayırmak
compare comparison | vergleichen vergleich | comparar comparación | comparer comparaison | confrontare confronto paragonare | comparar comparação | vergelijken vergelijking | porównać porównanie | karşılaştırmak karşılaştırma
difference differences differ | unterschied unterschiede | diferencia diferencias | différence différences | differenza differenze | diferença diferenças | verschil verschillen | różnica różnice | fark farkı farklar
choose select pick | wählen auswählen auswahl | elegir escoger seleccionar | choisir sélectionner choix | scegliere selezionare scelta | escolher selecionar | kiezen selecteren keuze | wybrać wybór wybierać | seçmek seçim
use usage using | benutzen verwenden nutzen benutze nutzung | usar utilizar uso | utiliser utilise utilisation | usare utilizzare uso utilizzo | usar utilizar uso | gebruiken gebruik | używać użyć korzystać | kullanmak kullanım
read reading | lesen lese gelesen | leer lectura | lire lecture | leggere lettura | ler leitura | lezen gelezen | czytać odczytać | okumak
write writing | schreiben schreibe geschrieben | escribir escrito | écrire écrit écriture | scrivere scritto | escrever escrito | schrijven geschreven | pisać napisać | yazmak
font fonts typeface | schrift schriftart | fuente letra tipografía | police | carattere font | fonte letra | lettertype | czcionka | yazıtipi
function method | funktion funktionen methode | función funciones método | fonction fonctions méthode | funzione funzioni metodo | função funções método | functie functies methode | funkcja funkcje metoda | fonksiyon işlev metot
parameter argument parameters arguments | parameter argument argumente | parámetro parámetros argumento | paramètre argument arguments | parametro parametri argomento | parâmetro parâmetros argumento | parameter parameters argument | parametr parametry argument | parametre argüman
default | standard standardmäßig voreinstellung | predeterminado predeterminada defecto | défaut | predefinito predefinita | predefinido padrão | standaard | domyślny domyślna domyślnie | varsayılan
dependency dependencies | abhängigkeit abhängigkeiten | dependencia dependencias | dépendance dépendances | dipendenza dipendenze | dependência dependências | afhankelijkheid afhankelijkheden | zależność zależności | bağımlılık
environment | umgebung umgebungen | entorno entornos ambiente | environnement environnements | ambiente ambienti | ambiente ambientes | omgeving omgevingen | środowisko środowiska | ortam
requirement requirements prerequisite required | voraussetzung voraussetzungen erforderlich anforderungen | requisito requisitos requerido | prérequis exigences requis condition | requisito requisiti necessario | requisito requisitos exigido | vereiste vereisten vereist benodigd | wymagania wymagane wymóg | gereksinim gerekli
optional | optional freiwillig | opcional optativo | facultatif optionnel | facoltativo opzionale | opcional facultativo | optioneel vrijwillig | opcjonalny opcjonalnie | isteğe
mandatory compulsory obligatory | pflicht verpflichtend obligatorisch | obligatorio obligatoria | obligatoire obligatoires | obbligatorio obbligatoria | obrigatório obrigatória | verplicht | obowiązkowy obowiązkowe | zorunlu mecburi
migrate migration | migrieren migration umstellen | migrar migración | migrer migration | migrare migrazione | migrar migração | migreren migratie | migracja migrować | taşımak geçiş
session sessions | sitzung sitzungen | sesión sesiones | session sessions | sessione sessioni | sessão sessões | sessie sessies | sesja sesji | oturum
event events | ereignis ereignisse | evento eventos | événement événements évènement | evento eventi | evento eventos | gebeurtenis gebeurtenissen evenement | zdarzenie zdarzenia wydarzenie | olay etkinlik
template templates | vorlage vorlagen | plantilla plantillas | modèle modèles gabarit | modello modelli | modelo modelos | sjabloon sjablonen | szablon szablony | şablon
style styling | stil gestaltung | estilo estilos | style | stile stili | estilo estilos | stijl | styl | stil stili
menu navigation | menü navigation | menú navegación | menu navigation | menu navigazione | menu navegação | menu navigatie | menu nawigacja | menü gezinme
window windows | fenster | ventana ventanas | fenêtre fenêtres | finestra finestre | janela janelas | venster vensters | okno okna | pencere
keyboard shortcut hotkey | tastatur tastenkürzel tastenkombination | teclado atajo atajos | clavier raccourci raccourcis | tastiera scorciatoia scorciatoie | teclado atalho atalhos | toetsenbord sneltoets sneltoetsen | klawiatura skrót skróty | klavye kısayol
camera webcam | kamera webcam | cámara cámaras | caméra appareil | fotocamera telecamera | câmara câmera | camera webcam | kamera kamery aparat | kamera
network | netzwerk netzwerke | red redes | réseau réseaux | rete reti | rede redes | netwerk netwerken | sieć sieci | ağ ağı ağlar
firewall | firewall | cortafuegos firewall | firewall | firewall | firewall | firewall | zapora firewall | duvarı
domain dns | domain domains | dominio dominios | domaine domaines | dominio domini | domínio domínios | domein domeinen | domena domeny | alan domain
virus malware | virus viren schadsoftware | virus malware | virus | virus malware | vírus malware | virus malware | wirus wirusy | virüs
spam junk | spam | spam deseado | spam indésirable pourriel | spam indesiderata | spam lixo | spam ongewenste | spam | spam istenmeyen gereksiz
monitor monitoring metrics | überwachen überwachung metriken | monitorizar supervisar monitoreo métricas | surveiller surveillance métriques | monitorare monitoraggio metriche | monitorizar monitorar monitoramento métricas | bewaken monitoring monitoren | monitorowanie monitorować | izleme izlemek
statistics analytics | statistik statistiken auswertung | estadística estadísticas | statistique statistiques | statistica statistiche | estatística estatísticas | statistiek statistieken | statystyka statystyki | istatistik
team colleague members staff employee | team mitglieder kollegen mitarbeiter | equipo miembros | équipe membres collègue | squadra team membri | equipa equipe membros | team leden collega | zespół zespołu członkowie | ekip takım üyeler
company business enterprise | firma unternehmen firmen betrieb | empresa empresas compañía | entreprise entreprises société | azienda aziende impresa società | empresa empresas companhia | bedrijf bedrijven onderneming | firma firmy przedsiębiorstwo | şirket firma işletme
invite invitation | einladen einladung eingeladen | invitar invitación | inviter invitation | invitare invito | convidar convite | uitnodigen uitnodiging | zaprosić zaproszenie | davet
bot chatbot assistant agent | bot chatbot assistent agent | bot chatbot asistente agente | bot chatbot assistant agent | bot chatbot assistente agente | bot chatbot assistente agente | bot chatbot assistent agent | bot chatbot asystent agent | bot chatbot asistan temsilci
history | verlauf historie | historial | historique | cronologia storico | histórico | geschiedenis | historia historię | geçmiş
feature features | funktion funktionen feature | función característica funcionalidad | fonctionnalité fonctionnalités | funzionalità caratteristica | funcionalidade funcionalidades recurso | functie functionaliteit | funkcja funkcjonalność | özellik özelliği
deprecated obsolete outdated | veraltet | obsoleto obsoleta | obsolète déprécié | obsoleto obsoleta deprecato | obsoleto obsoleta | verouderd | przestarzały | eski kullanımdan
thread concurrency parallel async | nebenläufigkeit parallel asynchron | hilo hilos concurrencia paralelo asíncrono | parallèle concurrence asynchrone | concorrenza parallelo asincrono | concorrência paralelo assíncrono | parallel gelijktijdig asynchroon | wątek wątki współbieżność asynchroniczny | paralel eşzamanlı
queue | warteschlange | cola colas | file attente | coda code | fila filas | wachtrij | kolejka kolejki | kuyruk
join | beitreten mitmachen teilnehmen | unirse participar | rejoindre participer adhérer | unirsi partecipare aderire | participar aderir juntar | deelnemen meedoen | dołączyć przystąpić | katılmak katılım
wait waiting | warten wartezeit | esperar espera | attendre attente | aspettare attesa attendere | esperar espera aguardar | wachten wachttijd | czekać oczekiwanie | beklemek bekleme
package library module packages | paket bibliothek modul pakete | paquete biblioteca módulo librería | paquet bibliothèque module | pacchetto libreria modulo | pacote biblioteca módulo | pakket bibliotheek module | pakiet biblioteka moduł pakiety | paket kütüphane modül
status state | status zustand | estado | statut état | stato | estado status | status toestand | status stan | durum
`;
