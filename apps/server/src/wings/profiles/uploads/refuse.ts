/** Why a file of people is not taken, not written and not taken back. */
import * as contract from '@luvalla/contract/profiles/uploads.ts';
import { refusals } from '#kernel/http/errors.ts';
export const refuseUpload = refusals({
	domain_needed: [422, 'Choose the domain that these people are known on.', 'Valitse verkkotunnus, jolla nämä henkilöt tunnetaan.'],
	not_table: [422, 'Nothing in this file is a row of a table.', 'Tiedostossa ei ole yhtään taulukon riviä.'],
	no_workbook: [
		422,
		'This is a compressed file, and no Excel workbook (.xlsx). Unpack it and upload the file in it.',
		'Tämä on pakattu tiedosto eikä Excel-työkirja (.xlsx). Pura se ja tuo siinä oleva tiedosto.',
	],
	old_workbook: [
		422,
		'This is an old Excel workbook (.xls), or one that is locked with a password. Save it as .xlsx or CSV without a password, and upload that.',
		'Tämä on vanha Excel-työkirja (.xls) tai salasanalla suojattu. Tallenna se ilman salasanaa .xlsx- tai CSV-muodossa ja tuo se.',
	],
	workbook_broken: [
		422,
		'This Excel workbook cannot be read: it is damaged. Open it, save it anew, or save it as CSV.',
		'Tätä Excel-työkirjaa ei voi lukea, koska se on vioittunut. Avaa se ja tallenna uudelleen, tai tallenna se CSV-muodossa.',
	],
	workbook_too_large: [
		422,
		'This Excel workbook is too large to be read. Save its first sheet as CSV, which may be of any size.',
		'Tämä Excel-työkirja on liian suuri luettavaksi. Tallenna sen ensimmäinen taulukko CSV-muodossa, joka saa olla minkä kokoinen tahansa.',
	],
	too_many_columns: [
		422,
		`A file has at most ${contract.MOST_COLUMNS} columns, and this one has more. Take out those that are not needed.`,
		`Tiedostossa voi olla enintään ${contract.MOST_COLUMNS} saraketta, ja tässä on enemmän. Poista sarakkeet, joita ei tarvita.`,
	],
	nobody_named: [
		422,
		'Choose the column that says who it is: an e-mail address, a phone number or an external id.',
		'Valitse sarake, joka kertoo, kenestä on kyse: sähköpostiosoite, puhelinnumero tai ulkoinen tunniste.',
	],
	targets_missing: [422, 'Say of each column what it becomes.', 'Kerro jokaisesta sarakkeesta, miksi se muuttuu.'],
	upload_not_checked: [
		409,
		'Check the file first: no finished check of it is there any more.',
		'Tarkista tiedosto ensin: sen valmista tarkistusta ei enää ole.',
	],
	upload_under_way: [409, 'This file is being written already.', 'Tätä tiedostoa kirjoitetaan jo.'],
	nothing_written: [
		409,
		'There is nobody of this file: it is not written yet, or it was taken back.',
		'Tiedostosta ei ole ketään: sitä ei ole vielä kirjoitettu, tai se on peruttu.',
	],
	not_undoable: [
		409,
		'This upload cannot be taken back: it is not finished, or it was taken back already.',
		'Tätä tuontia ei voi perua: se ei ole valmis, tai se on jo peruttu.',
	],
});
