/** Uses that must not compile; the test knows each line by its comment. */
import * as api from './client.ts';

// a text is no file
await api.uploadUsers({ users: 'email,purpose' }); // wrong
// the part of the form has a name
await api.uploadUsers({ csv: new Blob([]) }); // wrong
// an id is needed
await api.run(); // wrong
const listed = await api.people({ page: 1 });
// data stands there only once the status is known
listed.data.data.length; // wrong
if (listed.status === 200) listed.data.page.total.toFixed();
// no such code has this status, or any
if (listed.status === 404) listed.data.code === 'too_many'; // wrong
if (listed.status === 400) listed.data.code === 'no_such_code'; // wrong
// a list is read by numbers
await api.people({ page: 'first' }); // wrong
// a machine's question names the person
await api.presentAnswers({ domainId: 'id' }); // wrong
// a profile is somebody's
await api.writeProfiles({ domainId: 'id', profiles: [{ firstName: 'Anna' }] }); // wrong
