___TERMS_OF_SERVICE___

By creating or modifying this file you agree to Google Tag Manager's Community
Template Gallery Developer Terms of Service available at
https://developers.google.com/tag-manager/gallery-tos (or such other URL as
Google may provide), as modified from time to time.


___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Luvalla consent banner",
  "categories": [
    "TAG_MANAGEMENT",
    "PERSONALIZATION"
  ],
  "brand": {
    "id": "luvalla",
    "displayName": "Luvalla"
  },
  "description": "Says the default of Google Consent Mode and loads the Luvalla banner of a domain. Fire it on Consent Initialization - All Pages.",
  "containerContexts": [
    "WEB"
  ]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "snippet",
    "displayName": "Address of the banner",
    "simpleValueType": true,
    "help": "The address in the line that the portal shows under Snippet: https://your-luvalla.example/cmp/d/DOMAIN_ID.js",
    "valueHint": "https://your-luvalla.example/cmp/d/DOMAIN_ID.js",
    "valueValidators": [
      {
        "type": "NON_EMPTY"
      },
      {
        "type": "REGEX",
        "args": [
          "^https://[^/\\s?#]+/cmp/d/[0-9a-fA-F-]{36}\\.js$"
        ],
        "errorMessage": "Take the address from the Snippet dialog: https, and /cmp/d/ with the domain's id."
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "wait",
    "displayName": "Milliseconds that tags wait for a stored answer",
    "simpleValueType": true,
    "defaultValue": "500",
    "help": "A returning visitor's answer is said once the banner has loaded. 0 to 10000.",
    "valueValidators": [
      {
        "type": "REGEX",
        "args": [
          "^([0-9]{1,4}|10000)$"
        ],
        "errorMessage": "A whole number from 0 to 10000."
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "regions",
    "displayName": "Regions where the default holds",
    "simpleValueType": true,
    "help": "ISO 3166 codes parted by commas, such as FI, SE or US-CA. Empty: everywhere.",
    "valueValidators": [
      {
        "type": "REGEX",
        "args": [
          "^\\s*([A-Z]{2}(-[A-Z0-9]{1,3})?\\s*(,\\s*[A-Z]{2}(-[A-Z0-9]{1,3})?\\s*)*)?$"
        ],
        "errorMessage": "Codes such as FI or US-CA, parted by commas."
      }
    ]
  },
  {
    "type": "GROUP",
    "name": "defaults",
    "displayName": "Before there is an answer",
    "groupStyle": "ZIPPY_CLOSED",
    "subParams": [
      {
        "type": "SELECT",
        "name": "ad_storage",
        "displayName": "ad_storage",
        "macrosInSelect": false,
        "selectItems": [
          {
            "value": "denied",
            "displayValue": "denied"
          },
          {
            "value": "granted",
            "displayValue": "granted"
          }
        ],
        "simpleValueType": true,
        "defaultValue": "denied"
      },
      {
        "type": "SELECT",
        "name": "ad_user_data",
        "displayName": "ad_user_data",
        "macrosInSelect": false,
        "selectItems": [
          {
            "value": "denied",
            "displayValue": "denied"
          },
          {
            "value": "granted",
            "displayValue": "granted"
          }
        ],
        "simpleValueType": true,
        "defaultValue": "denied"
      },
      {
        "type": "SELECT",
        "name": "ad_personalization",
        "displayName": "ad_personalization",
        "macrosInSelect": false,
        "selectItems": [
          {
            "value": "denied",
            "displayValue": "denied"
          },
          {
            "value": "granted",
            "displayValue": "granted"
          }
        ],
        "simpleValueType": true,
        "defaultValue": "denied"
      },
      {
        "type": "SELECT",
        "name": "analytics_storage",
        "displayName": "analytics_storage",
        "macrosInSelect": false,
        "selectItems": [
          {
            "value": "denied",
            "displayValue": "denied"
          },
          {
            "value": "granted",
            "displayValue": "granted"
          }
        ],
        "simpleValueType": true,
        "defaultValue": "denied"
      },
      {
        "type": "SELECT",
        "name": "functionality_storage",
        "displayName": "functionality_storage",
        "macrosInSelect": false,
        "selectItems": [
          {
            "value": "denied",
            "displayValue": "denied"
          },
          {
            "value": "granted",
            "displayValue": "granted"
          }
        ],
        "simpleValueType": true,
        "defaultValue": "denied"
      },
      {
        "type": "SELECT",
        "name": "personalization_storage",
        "displayName": "personalization_storage",
        "macrosInSelect": false,
        "selectItems": [
          {
            "value": "denied",
            "displayValue": "denied"
          },
          {
            "value": "granted",
            "displayValue": "granted"
          }
        ],
        "simpleValueType": true,
        "defaultValue": "denied"
      },
      {
        "type": "SELECT",
        "name": "security_storage",
        "displayName": "security_storage",
        "macrosInSelect": false,
        "selectItems": [
          {
            "value": "denied",
            "displayValue": "denied"
          },
          {
            "value": "granted",
            "displayValue": "granted"
          }
        ],
        "simpleValueType": true,
        "defaultValue": "granted"
      }
    ]
  },
  {
    "type": "CHECKBOX",
    "name": "redact",
    "checkboxText": "Leave identifiers of clicks out while ad_storage is denied (ads_data_redaction)",
    "simpleValueType": true
  },
  {
    "type": "CHECKBOX",
    "name": "passthrough",
    "checkboxText": "Links carry the click while storage is denied (url_passthrough)",
    "simpleValueType": true
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const gtagSet = require('gtagSet');
const injectScript = require('injectScript');
const logToConsole = require('logToConsole');
const makeInteger = require('makeInteger');
const setDefaultConsentState = require('setDefaultConsentState');

const TYPES = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage', 'functionality_storage', 'personalization_storage', 'security_storage'];

// The default stands before anything else of the container runs; what the visitor says later is told by the banner itself.
const state = {};
TYPES.forEach((type) => {
  state[type] = data[type] === 'granted' ? 'granted' : 'denied';
});
const regions = (data.regions || '').split(',').map((code) => code.trim()).filter((code) => code !== '');
if (regions.length > 0) state.region = regions;
const wait = makeInteger(data.wait || '0');
if (wait > 0) state.wait_for_update = wait;
setDefaultConsentState(state);

if (data.redact) gtagSet('ads_data_redaction', true);
if (data.passthrough) gtagSet('url_passthrough', true);

injectScript(
  data.snippet,
  data.gtmOnSuccess,
  () => {
    logToConsole('Luvalla: the banner could not be loaded from ' + data.snippet);
    data.gtmOnFailure();
  },
  data.snippet
);


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": {
        "publicId": "access_consent",
        "versionId": "1"
      },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_user_data"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_personalization"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "analytics_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "functionality_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "personalization_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "security_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "inject_script",
        "versionId": "1"
      },
      "param": [
        {
          "key": "urls",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "https://*/cmp/d/*"
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "logging",
        "versionId": "1"
      },
      "param": [
        {
          "key": "environments",
          "value": {
            "type": 1,
            "string": "debug"
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "write_data_layer",
        "versionId": "1"
      },
      "param": [
        {
          "key": "keyPatterns",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "ads_data_redaction"
              },
              {
                "type": 1,
                "string": "url_passthrough"
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  }
]


___TESTS___

scenarios:
- name: Everything but security is denied, and the banner is loaded once
  code: |-
    const address = 'https://luvalla.example/cmp/d/0197a3c0-0000-7000-8000-000000000001.js';
    mock('injectScript', (url, onSuccess) => onSuccess());
    runCode({ snippet: address, wait: '500', regions: '', security_storage: 'granted' });
    assertApi('setDefaultConsentState').wasCalled();
    assertApi('injectScript').wasCalled();
    assertApi('gtmOnSuccess').wasCalled();
    assertApi('gtmOnFailure').wasNotCalled();
- name: A banner that does not load fails the tag
  code: |-
    mock('injectScript', (url, onSuccess, onFailure) => onFailure());
    runCode({ snippet: 'https://luvalla.example/cmp/d/0197a3c0-0000-7000-8000-000000000001.js', wait: '0' });
    assertApi('setDefaultConsentState').wasCalled();
    assertApi('gtmOnFailure').wasCalled();
- name: Settings of Google's tags are said where they are chosen
  code: |-
    mock('injectScript', (url, onSuccess) => onSuccess());
    runCode({ snippet: 'https://luvalla.example/cmp/d/0197a3c0-0000-7000-8000-000000000001.js', redact: true, passthrough: true });
    assertApi('gtagSet').wasCalledWith('ads_data_redaction', true);
    assertApi('gtagSet').wasCalledWith('url_passthrough', true);
setup: ''


___NOTES___

Google Tag Manager loads what it injects while the page goes on: tags of the page's own HTML, and those that other scripts load, run before
the banner is there. Put the line of the Snippet dialog first in head wherever the page can be changed, and use this template where it cannot.
